import type Sqlite from "better-sqlite3";
import type { Database, Store } from "../sql/store.ts";
import type { LongReads } from "./long-reads.ts";

export interface SqliteDatabase extends Database {
  readonly long: LongReads;
  /**
   * For frequent prepared statements, only inside `store/sqlite/`. Writes are allowed only inside
   * {@link SqliteDatabase.ingestTransaction}, and not to the table of bots.
   */
  readonly raw: { readonly ingest: Sqlite.Database };
  /**
   * Runs synchronous statements of `raw.ingest` in one transaction, once the gate admits this writer.
   * @throws {DiskLowError} while `space` is low
   */
  ingestTransaction<T>(work: () => T): Promise<T>;
}

export type SqliteStore = SqliteDatabase & Store;
