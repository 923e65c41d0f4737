import { closeSync, mkdirSync, openSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { Kysely } from "kysely";
import type { Logger } from "pino";
import { DiskLowError } from "../../errors/disk-low.ts";
import { systemReason } from "../../errors/system-reason.ts";
import { KeptSamples } from "../../selection/trend-samples.ts";
import type { QuotaLimits } from "../../settings/quotas.ts";
import { BotRows } from "../sql/bot-rows.ts";
import type { Tables } from "../sql/schema.ts";
import { StoreDamagedError } from "../unusable.ts";
import { prepareUpdate } from "./before-update.ts";
import { isDamage } from "./damage.ts";
import { GatedSqliteDialect } from "./dialect.ts";
import { WriteGate } from "./gate.ts";
import { requireComplete } from "./incomplete.ts";
import { LongReads } from "./long-reads.ts";
import { migrate } from "./migrations/index.ts";
import { ownVerbs } from "./own-verbs.ts";
import { Reserve } from "./reserve.ts";
import type { SqliteDatabase, SqliteStore } from "./store.ts";
import { words } from "./words.ts";

export interface StoreOptions {
  /** Disk space reserved for essential commits, in bytes (default: 0). */
  reserveBytes?: number;
  /** The quotas of each user (default: none). */
  quotas?: QuotaLimits;
  /** Version of the platform. */
  version?: string;
  log?: Logger;
}

/**
 * Opens `<dataDir>/platform.db`, creating or migrating it. The caller must hold the lock of the data folder.
 * @throws {StoreDamagedError} if the database is damaged, or missing although the data folder has bots
 * @throws {StoreNewerError} if a newer platform has updated it
 * @throws {StoreIncompleteError} if it is a copy that is not complete
 */
export async function openStore(dataDir: string, options: StoreOptions = {}): Promise<SqliteStore> {
  try {
    return await open(dataDir, options);
  } catch (error) {
    if (!isDamage(error)) throw error;
    throw new StoreDamagedError(`The database ${systemReason(error, join(dataDir, "platform.db"))}`, error);
  }
}

async function open(
  dataDir: string,
  { reserveBytes = 0, quotas, version = "0.0.0", log }: StoreOptions,
): Promise<SqliteStore> {
  // Bots may run as different users, which need to traverse the folder to their code and state, but not to list it.
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  const file = join(dataDir, "platform.db");
  // With a new database the platform would treat the bots' processes and folders as unknown and remove them.
  if (!statSync(file, { throwIfNoEntry: false })?.size && botsIn(dataDir).length > 0) {
    throw new StoreDamagedError(
      `The database ${file} is empty or missing, but the data folder has bots (if their records are in PostgreSQL, set PLATFORM_DATABASE_URL)`,
    );
  }
  closeSync(openSync(file, "a", 0o600));
  const gate = new WriteGate();
  const botRows = new BotRows();
  const mainDatabase = connect(file, "full");
  const ingestDatabase = connect(file, "normal");
  let reading: Sqlite.Database | undefined;
  const main = new Kysely<Tables>({ dialect: new GatedSqliteDialect(mainDatabase, gate) });
  const ingest = new Kysely<Tables>({ dialect: new GatedSqliteDialect(ingestDatabase, gate) });
  const close = async () => {
    reading?.close();
    await ingest.destroy();
    await main.destroy();
    // Kysely closes only connections that it has used.
    ingestDatabase.close();
    mainDatabase.close();
  };
  let space: Reserve;
  try {
    requireComplete(file, mainDatabase);
    prepareUpdate(dataDir, mainDatabase, version);
    await migrate(main, version);
    // Moves the content of the log to the database while the database can still grow.
    const onLow = () => void mainDatabase.pragma("wal_checkpoint(passive)");
    space = new Reserve({ dataDir, bytes: reserveBytes, log, onLow });
    reading = connectReader(file);
  } catch (error) {
    await close();
    throw error;
  }
  const database: SqliteDatabase = {
    main,
    ingest,
    transaction: (work) => main.transaction().execute(work),
    lightTransaction: (work) => ingest.transaction().execute(work),
    words,
    botRows,
    samples: new KeptSamples(),
    long: new LongReads(reading),
    raw: { ingest: ingestDatabase },
    quotas,
    space,
    // There is one writer.
    outputLanes: 1,
    outputSlices: 1,
    async ingestTransaction(work) {
      if (space.isLow) throw new DiskLowError();
      await gate.enter();
      try {
        return ingestDatabase.transaction(work).immediate();
      } finally {
        gate.leave();
      }
    },
    async close() {
      space.beforeClose();
      await close();
      space.afterClose();
    },
  };
  return { ...database, own: ownVerbs(database) };
}

/** Whether a data folder has a database that is not empty. */
export const holdsDatabase = (dataDir: string): boolean =>
  (statSync(join(dataDir, "platform.db"), { throwIfNoEntry: false })?.size ?? 0) > 0;

/** Returns the ids of the bots that have a folder in a data folder. */
export function botsIn(dataDir: string): string[] {
  try {
    return readdirSync(join(dataDir, "bots"));
  } catch {
    return [];
  }
}

/** Opens a database, creating it, for writing. */
export function connect(file: string, synchronous: "full" | "normal"): Sqlite.Database {
  const database = new Sqlite(file);
  database.pragma("journal_mode = wal");
  database.pragma(`synchronous = ${synchronous}`);
  database.pragma("busy_timeout = 5000");
  database.pragma("foreign_keys = on");
  return database;
}

/** Opens a database that another connection of this process has opened before. */
function connectReader(file: string): Sqlite.Database {
  const database = new Sqlite(file, { readonly: true });
  // 4 MB. Long reads use most pages only once, and leave the cache of the other connections to frequent pages.
  database.pragma("cache_size = -4000");
  return database;
}
