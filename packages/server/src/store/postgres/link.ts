import type { Socket } from "node:net";
import pg from "pg";
import { UnreachableError } from "./errors.ts";

/** When a statement is not answered for this long, the server is asked whether it is there at all; and again after that. */
const askAfterMs = 2_000;
/** How long it may take to accept a connection then. */
const acceptMs = 3_000;

/**
 * The connections to a server. A server that the network no longer reaches is silent, and by itself a connection to it
 * would wait for many minutes. Statements may take long, so that it is the server that is asked, by another connection.
 */
export class Link {
  readonly #pool: pg.Pool;
  readonly #config: pg.ClientConfig;
  #asking: Promise<boolean> | undefined;

  constructor(pool: pg.Pool, config: pg.ClientConfig) {
    this.#pool = pool;
    this.#config = config;
  }

  /** @throws {UnreachableError} if there is no connection, and none can be made */
  async connect(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw new UnreachableError(error);
    }
  }

  /**
   * Runs statements on a connection, which is closed if the server is silent, or does not answer in time.
   * @param mostMs how long the answer may take
   */
  async ask<T>(client: pg.PoolClient, statement: () => Promise<T>, mostMs: number): Promise<T> {
    const until = performance.now() + mostMs;
    let timer: NodeJS.Timeout;
    let isAnswered = false;
    const watch = () => {
      timer = setTimeout(
        async () => {
          const mayWait = performance.now() < until && (await this.#isThere());
          if (isAnswered) return;
          if (mayWait) watch();
          else cut(client);
        },
        Math.max(0, Math.min(askAfterMs, until - performance.now())),
      );
    };
    watch();
    try {
      return await statement();
    } finally {
      isAnswered = true;
      clearTimeout(timer!);
    }
  }

  /** Runs a statement that is a transaction of its own. */
  async query<Row extends pg.QueryResultRow>(
    sql: string,
    values: unknown[],
    mostMs: number,
  ): Promise<pg.QueryResult<Row>> {
    const client = await this.connect();
    try {
      const result = await this.ask(client, () => client.query<Row>(sql, values), mostMs);
      client.release();
      return result;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  /** Whether the server answers a new connection, be it by a refusal of its own. */
  #isThere(): Promise<boolean> {
    this.#asking ??= this.#reach().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  async #reach(): Promise<boolean> {
    const client = new pg.Client({ ...this.#config, connectionTimeoutMillis: acceptMs });
    client.on("error", () => {});
    try {
      await client.connect();
      return true;
    } catch (error) {
      return error instanceof pg.DatabaseError;
    } finally {
      void client.end().catch(() => {});
    }
  }
}

/** Closes a connection without a word: what is on its way to the server and not yet there should not be carried out later. */
function cut(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Socket & { _parent?: Socket } } })
    .connection;
  try {
    // Only a socket of TCP can be reset: not one of TLS, but that which it is on, and not one of this machine.
    (stream._parent ?? stream).resetAndDestroy();
  } catch {
    // It is destroyed without a reset.
  }
  stream.destroy();
}
