import { closeSync, openSync, statSync } from "node:fs";
import { join } from "node:path";
import type Sqlite from "better-sqlite3";
import { Kysely } from "kysely";
import { FolderBlobs } from "../../blobs/folder/folder-blobs.ts";
import type { Target } from "../copy/ends.ts";
import { copiedTables } from "../copy/tables.ts";
import type { Tables } from "../sql/schema.ts";
import { StoreIncompleteError, StoreNotEmptyError } from "../unusable.ts";
import { requireKnown } from "./before-update.ts";
import { connect } from "./database.ts";
import { GatedSqliteDialect } from "./dialect.ts";
import { WriteGate } from "./gate.ts";
import { markerIn } from "./incomplete.ts";
import { migrate } from "./migrations/index.ts";
import { prepared } from "./prepared.ts";
import { readableOf } from "./readable.ts";

export interface TargetOptions {
  /** What is copied, for the marker. */
  source: string;
  /** Time of the copy. */
  now: Date;
  /** Version of the platform. */
  version: string;
  /** Whether to remove what an incomplete copy has left. */
  again: boolean;
}

/**
 * Makes a data folder the target of a copy. The caller must hold the lock of the folder.
 * @throws {StoreNotEmptyError} if it has records
 * @throws {StoreIncompleteError} if it has those of an incomplete copy, and they are not to be removed
 * @throws {StoreNewerError} if a newer platform has updated it
 */
export async function openTarget(dataDir: string, options: TargetOptions): Promise<Target> {
  const file = join(dataDir, "platform.db");
  const isNew = !statSync(file, { throwIfNoEntry: false })?.size;
  closeSync(openSync(file, "a", 0o600));
  const database = connect(file, "normal");
  try {
    if (!isNew) requireKnown(dataDir, database, options.version);
    mark(file, database, options);
    const dialect = new GatedSqliteDialect(database, new WriteGate());
    await migrate(new Kysely<Tables>({ dialect }), options.version);
    database.exec("delete from written_by");
    return targetOf(database, new FolderBlobs(dataDir));
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Marks a database as incomplete before anything else is written. */
function mark(file: string, database: Sqlite.Database, { source, now, again }: TargetOptions): void {
  const marker = markerIn(database);
  if (marker && !again) throw new StoreIncompleteError(file, marker);
  const tables = copiedTables.map(({ table }) => table).filter((table) => has(database, table));
  if (!marker) {
    const used = tables.find((table) => table !== "written_by" && holdsRows(database, table));
    if (used !== undefined) throw new StoreNotEmptyError(`The database ${file}`, used);
  }
  database.transaction(() => {
    database.exec(
      "create table if not exists incomplete_copy (source text not null, begun_at text not null)",
    );
    database.exec("delete from incomplete_copy");
    database.prepare("insert into incomplete_copy values (?, ?)").run(source, now.toISOString());
    for (const table of tables.toReversed()) database.exec(`delete from ${table}`);
  })();
}

const has = (database: Sqlite.Database, table: string): boolean =>
  database.prepare("select 1 from sqlite_schema where type = 'table' and name = ?").get(table) !== undefined;
const holdsRows = (database: Sqlite.Database, table: string): boolean =>
  database.prepare(`select 1 from ${table} limit 1`).get() !== undefined;

function targetOf(database: Sqlite.Database, blobs: FolderBlobs): Target {
  const readable = readableOf(database);
  return {
    ...readable,
    blobs,
    async write({ table, columns }, rows) {
      const places = columns.map(() => "?").join(", ");
      const insert = prepared(database, `insert into ${table} (${columns.join(", ")}) values (${places})`);
      database.transaction(() => {
        for (const row of rows) insert.run(...row);
      })();
    },
    async complete(check) {
      database.pragma("synchronous = full");
      database.exec("begin immediate");
      try {
        await check(readable);
        database.exec("drop table incomplete_copy; commit");
      } catch (error) {
        if (database.inTransaction) database.exec("rollback");
        throw error;
      }
      database.pragma("wal_checkpoint(truncate)");
    },
    close: async () => void database.close(),
  };
}
