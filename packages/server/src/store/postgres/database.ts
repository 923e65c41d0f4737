import { HandleEmptyInListsPlugin, Kysely, replaceWithNoncontingentExpression } from "kysely";
import pg from "pg";
import type { Logger } from "pino";
import { atMost } from "../../clock.ts";
import { PlatformError } from "../../errors/platform-error.ts";
import { KeptSamples } from "../../selection/trend-samples.ts";
import type { QuotaLimits } from "../../settings/quotas.ts";
import type { Holder } from "../holder.ts";
import { BotRows } from "../sql/bot-rows.ts";
import type { Tables } from "../sql/schema.ts";
import type { Store } from "../sql/store.ts";
import { Commits, committed } from "./commits.ts";
import { configOf } from "./config.ts";
import { OwnedPostgresDialect, type Sessions } from "./dialect.ts";
import { UnreachableError } from "./errors.ts";
import { requireComplete } from "./incomplete.ts";
import { Link } from "./link.ts";
import { migrate } from "./migrations/index.ts";
import { ownVerbs } from "./own-verbs.ts";
import { Ownership } from "./owner.ts";
import { PagedReads } from "./paged-reads.ts";
import { type Patience, repeated } from "./patience.ts";
import { type Place, refusalOfStart } from "./refusals.ts";
import { type Needs, requireUsable } from "./server.ts";
import { Space } from "./space.ts";
import { storedValue } from "./text.ts";
import { Waits } from "./waits.ts";
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
  /** For those who ask whether the server can be reached. */
  readonly probing: Store;
  /** For a start, which ends if the server cannot be reached. */
  readonly starting: Store;
  close(): Promise<void>;
}

/** While the server stores the output of some bots, that of others is read; more lanes than this gain nothing. */
const mostLanes = 3;
/** More make transactions hardly faster, and each is held in memory. */
const outputSlices = 4;

/** How long a request waits for a server that cannot be reached, and for the answer to one statement. */
const soon = { unreachableMs: 5_000, answerMs: 10_000 };
/** Likewise the engine: the server itself ends a statement that takes longer. */
const patient = { unreachableMs: Number.POSITIVE_INFINITY, answerMs: 70_000 };
const probing = { unreachableMs: 1_000, answerMs: 2_000 };
/** How long a start waits. */
const starting = { unreachableMs: 10_000, answerMs: patient.answerMs };

/** How long the end of the connections may take, and then that of the ownership. */
const endMs = 3_000;

/**
 * Opens the store of a database, creating or migrating its tables.
 * @throws {StoreUnusableError} if the server or the database cannot be used
 * @throws {StoreInUseError} if another process owns the store
 * @throws {StoreNewerError} if a newer platform has updated it
 * @throws {StoreIncompleteError} if it is a copy that is not complete
 */
export async function openPostgres(url: string, options: PostgresOptions): Promise<PostgresStore> {
  const { place, ...store } = await ownPostgres(url, options);
  try {
    await requireComplete(store.starting.main);
    await migrate(store.starting.main, options.version ?? "0.0.0");
    return store;
  } catch (error) {
    await store.close();
    throw refusalOfStart(error instanceof PlatformError ? causeOf(error) : error, place);
  }
}

/** A store whose tables may be missing. */
export interface OwnedPostgres extends PostgresStore {
  readonly place: Place;
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
): Promise<OwnedPostgres> {
  const { connections = 10, quotas, version = "0.0.0", holder, onLost, log } = options;
  const config = configOf(url);
  const place = await requireUsable(config, version, needs);
  const commits = new Commits();
  const waits = new Waits(log);
  const ownership = await Ownership.take(config, holder, { commits, waits, onLost }).catch((error) => {
    throw refusalOfStart(error, place);
  });
  const poolOf = (max: number): pg.Pool => {
    const pool = new pg.Pool({ ...config, max });
    // Connections that end while nobody uses them are replaced by the pool. The error has the client, which is not for logs.
    pool.on("error", (error) => waits.ended(error));
    pool.on("connect", (client) => client.on("error", () => {}));
    return pool;
  };
  // Requests, however many and slow, must not keep the engine waiting.
  const ofEngine = Math.floor(connections / 2);
  const pools = { engine: poolOf(ofEngine), requests: poolOf(connections - ofEngine) };
  const links = { engine: new Link(pools.engine, config), requests: new Link(pools.requests, config) };
  const closing = new AbortController();
  const space = new Space();
  const outputLanes = Math.max(1, Math.min(mostLanes, ofEngine - 1));
  const shared = {
    outputLanes,
    outputSlices,
    quotas,
    space,
    words,
    botRows: new BotRows(),
    samples: new KeptSamples(),
  };
  const storeWith = (patience: Pick<Patience, "unreachableMs" | "answerMs">, link: Link): Store => {
    const waiting = { ...patience, space, onLost, waits, closing: closing.signal };
    const connect = (isolation: Sessions["isolation"]) => {
      const sessions: Sessions = { ...waiting, link, commits, epoch: ownership.epoch, isolation };
      const db = new Kysely<Tables>({ dialect: new OwnedPostgresDialect(sessions), plugins: [emptyLists] });
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
        repeated(
          waiting,
          async () => (await link.query(sql, values.map(storedValue), waiting.answerMs)).rows as never,
        ),
      ),
      stopWaiting: () => closing.abort(),
      close,
    };
    return { ...database, own: ownVerbs(database) };
  };
  const end = async () => {
    closing.abort();
    // What the server does not answer in this time ends with the process, and the ownership ends by itself.
    await atMost(endMs, Promise.all([pools.engine.end(), pools.requests.end()]));
    await atMost(endMs, ownership.release());
  };
  let ended: Promise<void> | undefined;
  function close(): Promise<void> {
    ended ??= end();
    return ended;
  }
  return {
    ...{ soon: storeWith(soon, links.requests), patient: storeWith(patient, links.engine) },
    ...{ probing: storeWith(probing, links.requests), starting: storeWith(starting, links.engine) },
    ...{ place, close },
  };
}

/** The server refuses `in ()`. */
const emptyLists = new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression });

/** What the server or the network has said last. */
function causeOf({ cause }: PlatformError): unknown {
  return cause instanceof UnreachableError ? cause.cause : cause;
}
