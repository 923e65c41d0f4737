import { storageOf } from "../sql/storage.ts";
import type { Storage } from "../storage.ts";
import { openStore, type StoreOptions } from "./database.ts";
import type { SqliteStore } from "./store.ts";

export interface SqliteStorage extends Storage {
  /** For tests. */
  readonly database: SqliteStore;
}

/**
 * Opens the SQLite store of a data folder.
 * @throws {StoreDamagedError} if the database is damaged, or missing although the data folder has bots
 */
export async function openStorage(dataDir: string, options: StoreOptions = {}): Promise<SqliteStorage> {
  const database = await openStore(dataDir, options);
  return { ...storageOf(database), database };
}
