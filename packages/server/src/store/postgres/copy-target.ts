import { type Kysely, sql, type Transaction } from "kysely";
import { DatabaseBlobs } from "../../blobs/postgres/database-blobs.ts";
import type { Target } from "../copy/ends.ts";
import { copiedTables } from "../copy/tables.ts";
import type { Holder } from "../holder.ts";
import type { Home } from "../home.ts";
import type { Tables } from "../sql/schema.ts";
import type { Store } from "../sql/store.ts";
import { StoreNotEmptyError, StoreUnusableError } from "../unusable.ts";
import { ownPostgres } from "./database.ts";
import { isOfData } from "./errors.ts";
import { keepHome } from "./home.ts";
import { markerIn, requireComplete } from "./incomplete.ts";
import { migrate } from "./migrations/index.ts";
import { readableOf } from "./readable.ts";

export interface TargetOptions {
  holder: Holder;
  /** What is copied, for the marker. */
  source: string;
  /** Time of the copy. */
  now: Date;
  /** Version of the platform. */
  version: string;
  /** Whether to remove what an incomplete copy has left. */
  again: boolean;
  /** The data folder that the bots belong to, if it is known. */
  home: Home | undefined;
}

/**
 * Becomes the owner of a database, and makes it the target of a copy.
 * @throws {StoreUnusableError} if the server or the database cannot be used
 * @throws {StoreInUseError} if a platform uses it
 * @throws {StoreNotEmptyError} if it has records
 * @throws {StoreIncompleteError} if it has those of an incomplete copy, and they are not to be removed
 * @throws {StoreNewerError} if a newer platform has updated it
 */
export async function openTarget(url: string, options: TargetOptions): Promise<Target> {
  const { holder, version } = options;
  const store = await ownPostgres(url, { holder, version, connections: 2, onLost: () => {} });
  try {
    await store.soon.lightTransaction((trx) => mark(trx, options));
    await migrate(store.soon.main, version);
    await store.soon.main.deleteFrom("written_by").execute();
    return targetOf(store.soon, options.home, store.close);
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Marks a database as incomplete before anything else is written. */
async function mark(trx: Transaction<Tables>, { source, now, again }: TargetOptions): Promise<void> {
  const marker = await markerIn(trx);
  if (marker && !again) await requireComplete(trx);
  const tables: string[] = [];
  for (const { table } of copiedTables) {
    const { rows } = await sql<{ is: boolean }>`select to_regclass(${table}) is not null as is`.execute(trx);
    if (rows[0]!.is) tables.push(table);
  }
  if (!marker) await requireEmpty(trx, tables);
  await sql`create table if not exists incomplete_copy (source text not null, begun_at text not null)`.execute(
    trx,
  );
  await sql`delete from incomplete_copy`.execute(trx);
  await sql`insert into incomplete_copy values (${source}, ${now.toISOString()})`.execute(trx);
  if (tables.length > 0)
    await sql`truncate ${sql.join(tables.map((table) => sql.table(table)))}`.execute(trx);
}

async function requireEmpty(db: Kysely<Tables>, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    if (table === "written_by") continue;
    const { rows } = await sql<{ name: string }>`
      select current_database() as name from ${sql.table(table)} limit 1`.execute(db);
    if (rows[0]) throw new StoreNotEmptyError(`The database ${rows[0].name}`, table);
  }
}

function targetOf(store: Store, home: Home | undefined, close: () => Promise<void>): Target {
  const { main, lightTransaction } = store;
  const types = new Map<string, Map<string, string>>();
  return {
    ...readableOf(main),
    blobs: new DatabaseBlobs(store),
    async write({ table, columns }, rows) {
      const known = types.get(table) ?? (await typesOf(main, table));
      types.set(table, known);
      const lists = columns.map(
        (column, at) => sql`${rows.map((row) => row[at]!)}::${sql.raw(known.get(column)!)}[]`,
      );
      await lightTransaction(async (trx) => {
        // The last commit is durable, and with it all before.
        await sql`set local synchronous_commit to off`.execute(trx);
        await sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
          select * from unnest(${sql.join(lists)})`.execute(trx);
      }).catch((error: unknown) => {
        if (!isOfData(error)) throw error;
        const why = `The database refuses a record of the table ${table}: ${(error as Error).message}`;
        throw new StoreUnusableError(why, error);
      });
    },
    complete: (check) =>
      lightTransaction(async (trx) => {
        await check(readableOf(trx));
        await keepHome(trx, home);
        await sql`drop table incomplete_copy`.execute(trx);
      }),
    close,
  };
}

async function typesOf(db: Kysely<Tables>, table: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; type: string }>`
    select attname::text as name, format_type(atttypid, atttypmod) as type from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0`.execute(db);
  return new Map(rows.map(({ name, type }) => [name, type]));
}
