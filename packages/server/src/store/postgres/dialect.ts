import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type IsolationLevel,
  PostgresAdapter,
  PostgresDialect,
  type QueryResult,
  RawNode,
  SelectQueryNode,
} from "kysely";
import pg from "pg";
import { type Begun, type CommitSessions, CommitUnknownError, committed } from "./commits.ts";
import { isConnectionLost } from "./errors.ts";
import { repeated } from "./patience.ts";
import { storedValue } from "./text.ts";

export interface Sessions extends CommitSessions {
  isolation: IsolationLevel;
}

/** PostgreSQL whose writes fail when this process no longer owns the store. */
export class OwnedPostgresDialect extends PostgresDialect {
  readonly #sessions: Sessions;

  constructor(sessions: Sessions) {
    super({ pool: sessions.link as never });
    this.#sessions = sessions;
  }

  override createDriver(): Driver {
    return new OwnedDriver(this.#sessions);
  }

  override createAdapter(): PostgresAdapter {
    return new PostgresAdapter();
  }
}

class OwnedDriver implements Driver {
  readonly #sessions: Sessions;

  constructor(sessions: Sessions) {
    this.#sessions = sessions;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<OwnedConnection> {
    return new OwnedConnection(this.#sessions);
  }

  async releaseConnection(connection: OwnedConnection): Promise<void> {
    connection.release();
  }

  beginTransaction(connection: OwnedConnection): Promise<void> {
    return connection.begin();
  }

  commitTransaction(connection: OwnedConnection): Promise<void> {
    return connection.commit();
  }

  rollbackTransaction(connection: OwnedConnection): Promise<void> {
    return connection.rollback();
  }

  async destroy(): Promise<void> {}
}

/** A connection of the pool for each statement, or for a transaction. */
class OwnedConnection implements DatabaseConnection {
  readonly #sessions: Sessions;
  #client: pg.PoolClient | undefined;
  #begun: Begun | undefined;
  #isLost = false;

  constructor(sessions: Sessions) {
    this.#sessions = sessions;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { link, answerMs } = this.#sessions;
    const { sql, parameters } = query;
    const values = parameters.map(storedValue);
    const client = this.#client;
    if (client) return foundBy<Row>(await this.#ask(client, () => client.query<Row & object>(sql, values)));
    if (!isWrite(query))
      return foundBy<Row>(
        await repeated(this.#sessions, () => link.query<Row & object>(sql, values, answerMs)),
      );
    // A transaction of its own, so that it is known whether it was committed.
    return committed<QueryResult<Row>>(this.#sessions, async (keep) => {
      try {
        await this.begin();
        const result = await this.executeQuery<Row>(query);
        keep(result);
        await this.commit();
        return result;
      } catch (error) {
        await this.rollback();
        throw error;
      }
    });
  }

  // biome-ignore lint/correctness/useYield: required by the interface.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error("Streaming of queries is not supported: read page by page.");
  }

  async #ask<T>(client: pg.PoolClient, statement: () => Promise<T>): Promise<T> {
    const { link, answerMs } = this.#sessions;
    try {
      return await link.ask(client, statement, answerMs);
    } catch (error) {
      this.#isLost = isConnectionLost(error);
      throw error;
    }
  }

  async begin(): Promise<void> {
    const { link, isolation, epoch, commits } = this.#sessions;
    this.#isLost = false;
    const client = await link.connect();
    const begun = commits.begin();
    try {
      // The lock is taken before the snapshot: after it, nobody becomes the owner until this transaction ends.
      const sql = `begin isolation level ${isolation}; lock table ownership in row share mode; select own_as(${epoch}, ${begun.number}) as xid`;
      const results = (await this.#ask(client, () => client.query(sql))) as unknown as pg.QueryResult<{
        xid: string;
      }>[];
      begun.xid = results.at(-1)!.rows[0]!.xid;
      this.#begun = begun;
      this.#client = client;
    } catch (error) {
      commits.settled(begun);
      // The server rolls back what a closed connection has begun.
      client.release(true);
      throw error;
    }
  }

  async commit(): Promise<void> {
    const client = this.#client!;
    try {
      // A commit may wait for a standby for longer: at the time limit, the server would say that all is well.
      await this.#ask(client, () => client.query("set local statement_timeout = 0; commit"));
    } catch (error) {
      // What the server itself says is known; a failure of the connection may have any error.
      if (error instanceof pg.DatabaseError && !isConnectionLost(error)) throw error;
      const begun = this.#begun!;
      // Not settled: its number is asked for.
      this.#begun = undefined;
      throw new CommitUnknownError(begun, error);
    }
    this.#settle();
    this.#client = undefined;
    client.release();
  }

  #settle(): void {
    if (this.#begun) this.#sessions.commits.settled(this.#begun);
    this.#begun = undefined;
  }

  async rollback(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    this.#settle();
    if (!client) return;
    if (this.#isLost) return client.release(true);
    await this.#ask(client, () => client.query("rollback")).then(
      () => client.release(),
      () => client.release(true),
    );
  }

  release(): void {
    this.#settle();
    this.#client?.release(true);
    this.#client = undefined;
  }
}

/** Whether a statement changes records. The server refuses `vacuum` in a transaction. */
const isWrite = ({ query, sql }: CompiledQuery): boolean =>
  !SelectQueryNode.is(query) && !(RawNode.is(query) && /^\s*(select|with|vacuum)\b/.test(sql));

function foundBy<Row>({ command, rowCount, rows }: pg.QueryResult): QueryResult<Row> {
  if (command === "SELECT" || rowCount === null) return { rows };
  return { rows, numAffectedRows: BigInt(rowCount) };
}
