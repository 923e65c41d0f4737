import { closeSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type Sqlite from "better-sqlite3";
import { DataDirUnusableError, StoreNewerError } from "../unusable.ts";
import { migrationNames } from "./migrations/index.ts";

const keptMs = 30 * 86_400_000;

/** Where copies of the database from before its updates are. */
const copiesIn = (dataDir: string) => join(dataDir, "before-update");

/**
 * Copies the database before its schema is updated, so that there is a way back, and removes copies that are older than 30
 * days. Does nothing for a new database.
 * @param version the version of this platform
 * @throws {StoreNewerError} if a newer platform has updated it
 * @throws {DataDirUnusableError} if the copy cannot be written
 */
export function prepareUpdate(dataDir: string, database: Sqlite.Database, version: string): void {
  const done = requireKnown(dataDir, database, version);
  if (done.length === 0) return;
  removeOld(dataDir);
  if (done.length < migrationNames.length) copy(dataDir, database, done.at(-1)!);
}

/**
 * Returns the names of the migrations that a database has had, in order; none for a new one.
 * @param version the version of this platform
 * @throws {StoreNewerError} if a newer platform has updated it
 */
export function requireKnown(dataDir: string, database: Sqlite.Database, version: string): string[] {
  const done = doneIn(database);
  const unknown = done.filter((name) => !migrationNames.includes(name));
  if (unknown.length === 0) return done;
  const copies = namesIn(copiesIn(dataDir)).filter((name) =>
    migrationNames.includes(name.replace(/\.db$/, "")),
  );
  throw new StoreNewerError(join(dataDir, "platform.db"), {
    ...{ unknown: unknown.at(-1)!, version, writer: writerOf(database) },
    copy: copies.length > 0 ? join(copiesIn(dataDir), copies.at(-1)!) : undefined,
  });
}

function doneIn(database: Sqlite.Database): string[] {
  const table = database.prepare("select name from sqlite_schema where name = 'kysely_migration'").get();
  if (!table) return [];
  const rows = database.prepare("select name from kysely_migration order by name").all() as {
    name: string;
  }[];
  return rows.map(({ name }) => name);
}

/** The version of the platform that opened the database last; earlier ones than 0.2 did not say it. */
function writerOf(database: Sqlite.Database): string | undefined {
  try {
    return (database.prepare("select version from written_by").get() as { version: string } | undefined)
      ?.version;
  } catch {
    return undefined;
  }
}

function copy(dataDir: string, database: Sqlite.Database, schema: string): void {
  const file = join(copiesIn(dataDir), `${schema}.db`);
  const partial = `${file}.partial`;
  try {
    mkdirSync(copiesIn(dataDir), { recursive: true, mode: 0o700 });
    rmSync(partial, { force: true });
    closeSync(openSync(partial, "wx", 0o600));
    database.prepare("vacuum into ?").run(partial);
    renameSync(partial, file);
  } catch (error) {
    removeIfAny(partial);
    throw new DataDirUnusableError(dataDir, error);
  }
}

function removeIfAny(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {}
}

function removeOld(dataDir: string): void {
  const before = Date.now() - keptMs;
  for (const name of namesIn(copiesIn(dataDir))) {
    const file = join(copiesIn(dataDir), name);
    if (statSync(file).mtimeMs < before) rmSync(file, { force: true });
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    // There is none, or the copy itself will fail.
    return [];
  }
}
