import type Sqlite from "better-sqlite3";
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type Kysely,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteDialect,
} from "kysely";
import type { WriteGate } from "./gate.ts";

/** SQLite with a gate for writes that several connections of this process share. */
export class GatedSqliteDialect extends SqliteDialect {
  readonly #database: Sqlite.Database;
  readonly #gate: WriteGate;

  constructor(database: Sqlite.Database, gate: WriteGate) {
    super({ database });
    this.#database = database;
    this.#gate = gate;
  }

  override createDriver(): Driver {
    return new GatedDriver(this.#database, this.#gate);
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalDdlAdapter();
  }
}

/** SQLite rolls back DDL, so a migration that fails changes nothing. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
  override async acquireMigrationLock(_db: Kysely<unknown>): Promise<void> {}
  override async releaseMigrationLock(_db: Kysely<unknown>): Promise<void> {}
}

class GatedDriver implements Driver {
  readonly #database: Sqlite.Database;
  readonly #gate: WriteGate;
  readonly #connection: GatedConnection;

  constructor(database: Sqlite.Database, gate: WriteGate) {
    this.#database = database;
    this.#gate = gate;
    this.#connection = new GatedConnection(database, gate);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }

  /** Kysely lends the only connection to one user at a time, so no other statement runs in an open transaction. */
  async releaseConnection(): Promise<void> {}

  async beginTransaction(): Promise<void> {
    await this.#gate.enter();
    try {
      this.#database.exec("begin immediate");
    } catch (error) {
      this.#gate.leave();
      throw error;
    }
  }

  async commitTransaction(): Promise<void> {
    this.#database.exec("commit");
    this.#gate.leave();
  }

  async rollbackTransaction(): Promise<void> {
    try {
      // On a full disk SQLite rolls back by itself; a second rollback would replace that error with another.
      if (this.#database.inTransaction) this.#database.exec("rollback");
    } finally {
      this.#gate.leave();
    }
  }

  async destroy(): Promise<void> {
    this.#database.close();
  }
}

const preparedAtMost = 500;

class GatedConnection implements DatabaseConnection {
  readonly #database: Sqlite.Database;
  readonly #gate: WriteGate;
  readonly #statements = new Map<string, Sqlite.Statement>();

  constructor(database: Sqlite.Database, gate: WriteGate) {
    this.#database = database;
    this.#gate = gate;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (SelectQueryNode.is(query.query)) return this.#run(query);
    if (this.#database.inTransaction) return this.#run(query);
    await this.#gate.enter();
    try {
      return this.#run(query);
    } finally {
      this.#gate.leave();
    }
  }

  // biome-ignore lint/correctness/useYield: required by the interface; an open cursor would block checkpoints.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error("Streaming of queries is not supported: read page by page.");
  }

  #run<Row>(query: CompiledQuery): QueryResult<Row> {
    const statement = this.#prepare(query.sql);
    if (statement.reader) return { rows: statement.all(query.parameters) as Row[] };
    const { changes, lastInsertRowid } = statement.run(query.parameters);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  #prepare(sql: string): Sqlite.Statement {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    if (this.#statements.size >= preparedAtMost) this.#statements.clear();
    this.#statements.set(sql, statement);
    return statement;
  }
}
