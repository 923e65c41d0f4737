import { Kysely } from "kysely";
import pg from "pg";
import type { Logger } from "pino";
import { KeptSamples } from "../../selection/trend-samples.ts";
import type { QuotaLimits } from "../../settings/quotas.ts";
import type { Holder } from "../holder.ts";
import { BotRows } from "../sql/bot-rows.ts";
import type { Tables } from "../sql/schema.ts";
import type { Store } from "../sql/store.ts";
import { Commits, committed } from "./commits.ts";
import { configOf } from "./config.ts";
import { OwnedPostgresDialect, type Sessions } from "./dialect.ts";
import { requireComplete } from "./incomplete.ts";
import { migrate } from "./migrations/index.ts";
import { ownVerbs } from "./own-verbs.ts";
import { Ownership } from "./owner.ts";
import { PagedReads } from "./paged-reads.ts";
import { repeated } from "./patience.ts";
import { type Needs, requireUsable } from "./server.ts";
import { Space } from "./space.ts";
import { storedValue } from "./text.ts";
import { words } from "./words.ts";

export interface PostgresOptions {
  /** Connections at most, besides the one that renews the ownership. */
  connections?: number;
  /** The quotas of each user (default: none). */
  quotas?: QuotaLimits;
  /** Version of the platform. */
  version?: string;
  holder: Holder;
  /** Called when another process has become the owner: from then on every write fails. */
  onLost: () => void;
  log?: Logger;
}

/** An open store on PostgreSQL. */
export interface PostgresStore {
  /** For requests: they are answered soon, also while the server cannot be reached. */
  readonly soon: Store;
  /** For the engine: it waits until the server can be reached again. */
  readonly patient: Store;
  close(): Promise<void>;
}

/** How long a request waits for a server that cannot be reached. */
const soonMs = 5_000;

/**
 * Opens the store of a database, creating or migrating its tables.
 * @throws {StoreUnusableError} if the server or the database cannot be used
 * @throws {StoreInUseError} if another process owns the store
 * @throws {StoreNewerError} if a newer platform has updated it
 * @throws {StoreIncompleteError} if it is a copy that is not complete
 */
export async function openPostgres(url: string, options: PostgresOptions): Promise<PostgresStore> {
  const store = await ownPostgres(url, options);
  try {
    await requireComplete(store.patient.main);
    await migrate(store.patient.main, options.version ?? "0.0.0");
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/**
 * Makes this process the owner of a database, and leaves its tables as they are.
 * @param needs what the database must have
 * @throws {StoreUnusableError} if the server or the database cannot be used
 * @throws {StoreInUseError} if another process owns the store
 * @throws {StoreNewerError} if a newer platform has updated it
 */
export async function ownPostgres(
  url: string,
  options: PostgresOptions,
  needs?: Needs,
): Promise<PostgresStore> {
  const { connections = 10, quotas, version = "0.0.0", holder, onLost, log } = options;
  const config = configOf(url);
  await requireUsable(config, version, needs);
  const commits = new Commits();
  const ownership = await Ownership.take(config, holder, { commits, onLost });
  const pool = new pg.Pool({ ...config, max: connections });
  // Connections that end while nobody uses them are replaced by the pool.
  pool.on("error", (error) => log?.warn({ err: error }, "An idle connection to the database ended."));
  pool.on("connect", (client) => client.on("error", () => {}));
  const closing = new AbortController();
  const space = new Space();
  const shared = { quotas, space, words, botRows: new BotRows(), samples: new KeptSamples() };
  const storeWith = (unreachableMs: number): Store => {
    const waiting = { unreachableMs, space, onLost, closing: closing.signal };
    const connect = (isolation: Sessions["isolation"]) => {
      const sessions: Sessions = { ...waiting, pool, commits, epoch: ownership.epoch, isolation };
      const db = new Kysely<Tables>({ dialect: new OwnedPostgresDialect(sessions) });
      const transaction: Store["transaction"] = (work) =>
        committed(sessions, (keep) =>
          db.transaction().execute(async (trx) => {
            const result = await work(trx);
            keep(result);
            return result;
          }),
        );
      return { db, transaction };
    };
    const main = connect("serializable");
    const ingest = connect("read committed");
    const database = {
      ...shared,
      ...{ main: main.db, transaction: main.transaction },
      ...{ ingest: ingest.db, lightTransaction: ingest.transaction },
      long: new PagedReads((sql, values) =>
        repeated(waiting, async () => (await pool.query(sql, values.map(storedValue))).rows),
      ),
      close,
    };
    return { ...database, own: ownVerbs(database) };
  };
  const end = async () => {
    closing.abort();
    await pool.end();
    await ownership.release();
  };
  let ended: Promise<void> | undefined;
  function close(): Promise<void> {
    ended ??= end();
    return ended;
  }
  return { soon: storeWith(soonMs), patient: storeWith(Number.POSITIVE_INFINITY), close };
}
