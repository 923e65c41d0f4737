import { existsSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { requireComplete } from "./incomplete.ts";
import { newestMigration } from "./migrations/index.ts";

/** What a copy of the database says of itself. */
export interface Snapshot {
  /** The newest migration; `undefined` if it is no database of the platform. */
  schema?: string;
  bots: number;
  /** SHA-256s of the archives that versions are stored as; `undefined` before packages were stored by their files. */
  archives?: ReadonlySet<string>;
}

/** A platform that starts waits for a backup: it could not tell it from another platform. */
const backupLock = (dataDir: string) => join(dataDir, "backup.lock");
const longestMs = 60 * 60_000;

/**
 * Writes a copy of the database with everything that is committed now. Other connections and processes can read and
 * write meanwhile. Blocks the thread.
 */
export function writeSnapshot(dataDir: string, to: string): void {
  const lock = new Sqlite(backupLock(dataDir), { timeout: longestMs });
  try {
    lock.pragma("journal_mode = memory");
    lock.exec("begin exclusive");
    const database = new Sqlite(join(dataDir, "platform.db"), {
      readonly: true,
      fileMustExist: true,
      timeout: 60_000,
    });
    try {
      database.prepare("vacuum into ?").run(to);
    } finally {
      database.close();
    }
  } finally {
    lock.close();
  }
}

/** Waits until no backup reads the database. */
export function awaitSnapshot(dataDir: string): void {
  if (!existsSync(backupLock(dataDir))) return;
  const lock = new Sqlite(backupLock(dataDir), { timeout: longestMs });
  try {
    lock.pragma("journal_mode = memory");
    lock.exec("begin exclusive");
  } finally {
    lock.close();
  }
}

/**
 * Checks a copy of a database.
 * @throws {Error} if it is damaged
 */
export function readSnapshot(file: string): Snapshot {
  const database = new Sqlite(file, { fileMustExist: true });
  try {
    const [{ quick_check: found }] = database.pragma("quick_check(1)") as [{ quick_check: string }];
    if (found !== "ok") throw new Error(`The database is damaged: ${found}.`);
    requireComplete(file, database);
    const schema = database.prepare("select max(name) as name from kysely_migration").get() as {
      name: string;
    };
    const { count } = database
      .prepare("select count(*) as count from bots where desired <> 'deleted'")
      .get() as {
      count: number;
    };
    const archives = archivesIn(database);
    return { schema: schema.name, bots: count, ...(archives && { archives }) };
  } finally {
    database.close();
  }
}

function archivesIn(database: Sqlite.Database): Set<string> | undefined {
  const columns = database.pragma("table_info(custom_bot_versions)") as { name: string }[];
  if (!columns.some(({ name }) => name === "is_listed")) return undefined;
  const rows = database
    .prepare("select sha256 from custom_bot_versions where is_listed = 0 and deleted_at is null")
    .all() as { sha256: string }[];
  return new Set(rows.map(({ sha256 }) => sha256));
}

/** Whether this platform can use a database with this newest migration: its own, or an earlier one. */
export const isKnownSchema = (schema: string): boolean => schema <= newestMigration;

/**
 * Makes a copy of the database one of a platform that does not run: no process of it is left.
 * @param stops whether the bots are stopped, too
 * @returns the names of the bots that ran or should have run
 */
export function settleSnapshot(file: string, { stops, at }: { stops: boolean; at: string }): string[] {
  const database = new Sqlite(file, { fileMustExist: true });
  try {
    const ran = database.prepare("select name from bots where desired = 'running' order by name").all() as {
      name: string;
    }[];
    const change = database.transaction(() => {
      database.prepare("update launches set state = 'gone', ended_at = coalesce(ended_at, ?)").run(at);
      if (!stops) return;
      database
        .prepare(
          `update runs set status = 'lost', finished_at = ?, detail = 'The platform was restored from a backup.'
            where status in ('queued', 'running')`,
        )
        .run(at);
      database
        .prepare(
          `update bots set desired = 'stopped', status = 'stopped', reason = null, running_revision = null,
            started_at = null, backoff = null, detail = 'The bot was stopped by the restore of a backup.'
            where desired = 'running'`,
        )
        .run();
    });
    change();
    return ran.map(({ name }) => name);
  } finally {
    database.close();
  }
}
