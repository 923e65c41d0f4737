import { closeSync, mkdirSync, openSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { Kysely } from "kysely";
import type { Logger } from "pino";
import { BotRows } from "./bot-rows.ts";
import { GatedSqliteDialect } from "./dialect.ts";
import { WriteGate } from "./gate.ts";
import { migrate } from "./migrations/index.ts";
import { DiskLowError, Reserve } from "./reserve.ts";
import type { Tables } from "./schema.ts";
import { isDamage, StoreDamagedError } from "./unusable.ts";

export interface Store {
  /** For what users are told is done: a commit is on the disk when it returns (synchronous FULL). */
  readonly main: Kysely<Tables>;
  /**
   * For what can be read again from the bots' output files: a commit survives the death of the platform, and the
   * last ones may be lost with the machine's power (synchronous NORMAL).
   *
   * Never await one connection inside a transaction of the other: writers of both queue at one gate.
   */
  readonly ingest: Kysely<Tables>;
  /** Rows of bots, read again only after a write through `main` or `ingest`. */
  readonly botRows: BotRows;
  /**
   * For hot prepared statements, only inside `store/`; writes only inside {@link Store.ingestTransaction}, and none to
   * the table of bots.
   */
  readonly raw: { readonly ingest: Sqlite.Database };
  /** Whether the disk has room for more than the commits that nothing may stop. */
  readonly space: { readonly isLow: boolean };
  /**
   * Runs synchronous statements of `raw.ingest` in one transaction, when it is this writer's turn.
   * Throws {@link DiskLowError} while `space` is low.
   */
  ingestTransaction<T>(work: () => T): Promise<T>;
  close(): Promise<void>;
}

export interface StoreOptions {
  /** Room on the disk for the commits that nothing may stop. Default: none. */
  reserveBytes?: number;
  log?: Logger;
}

/**
 * Opens `<dataDir>/platform.db`, creating or migrating it. The caller holds the data folder's lock.
 * Throws {@link StoreDamagedError}.
 */
export async function openStore(dataDir: string, options: StoreOptions = {}): Promise<Store> {
  try {
    return await open(dataDir, options);
  } catch (error) {
    if (!isDamage(error)) throw error;
    throw new StoreDamagedError(join(dataDir, "platform.db"), error.message, error);
  }
}

async function open(dataDir: string, { reserveBytes = 0, log }: StoreOptions): Promise<Store> {
  // Bots may run as users of their own: they pass through to their code and state, and see nothing else.
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  const file = join(dataDir, "platform.db");
  // A new database would look like a first start, and take the bots' processes and folders for nobody's.
  if (!statSync(file, { throwIfNoEntry: false })?.size && holdsBots(dataDir)) {
    throw new StoreDamagedError(file, "it is empty or gone, but the bots beside it are there");
  }
  closeSync(openSync(file, "a", 0o600));
  const gate = new WriteGate();
  const botRows = new BotRows();
  const written = (sql: string) => botRows.written(sql);
  const mainDatabase = connect(file, "full");
  const ingestDatabase = connect(file, "normal");
  const main = new Kysely<Tables>({ dialect: new GatedSqliteDialect(mainDatabase, gate, written) });
  const ingest = new Kysely<Tables>({ dialect: new GatedSqliteDialect(ingestDatabase, gate, written) });
  const close = async () => {
    await ingest.destroy();
    await main.destroy();
    // Kysely closes only what it has used.
    ingestDatabase.close();
    mainDatabase.close();
  };
  let space: Reserve;
  try {
    await migrate(main);
    // What the log holds goes to the database while that can still grow.
    const onLow = () => void mainDatabase.pragma("wal_checkpoint(passive)");
    space = new Reserve({ dataDir, bytes: reserveBytes, log, onLow });
  } catch (error) {
    await close();
    throw error;
  }
  return {
    main,
    ingest,
    botRows,
    raw: { ingest: ingestDatabase },
    space,
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
}

function holdsBots(dataDir: string): boolean {
  try {
    return readdirSync(join(dataDir, "bots")).length > 0;
  } catch {
    return false;
  }
}

function connect(file: string, synchronous: "full" | "normal"): Sqlite.Database {
  const database = new Sqlite(file);
  database.pragma("journal_mode = wal");
  database.pragma(`synchronous = ${synchronous}`);
  database.pragma("busy_timeout = 5000");
  database.pragma("foreign_keys = on");
  return database;
}
