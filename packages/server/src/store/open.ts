import { openPostgres, type PostgresOptions } from "./postgres/database.ts";
import { storageOf } from "./sql/storage.ts";
import type { StoreOptions } from "./sqlite/database.ts";
import { openStorage as openSqlite } from "./sqlite/storage.ts";
import type { Storage } from "./storage.ts";

export interface OpenOptions extends StoreOptions {
  /** A PostgreSQL database, and as what this process uses it (default: SQLite in the data folder). */
  server?: { url: string } & Pick<PostgresOptions, "holder" | "onLost" | "connections">;
}

/**
 * Opens the store that the settings name: the only place that knows the engines.
 * @throws {StoreDamagedError} if the database is damaged, or missing although the data folder has bots
 * @throws {StoreNewerError} if a newer platform has updated it
 * @throws {StoreIncompleteError} if it is a copy that is not complete
 * @throws {StoreUnusableError} if a server or its database cannot be used
 * @throws {StoreInUseError} if another process owns the database of a server
 */
export async function openStorage(dataDir: string, options: OpenOptions = {}): Promise<Storage> {
  const { server, ...shared } = options;
  if (!server) return openSqlite(dataDir, shared);
  const { url, ...owned } = server;
  const { soon, patient } = await openPostgres(url, { ...shared, ...owned });
  return storageOf(soon, patient);
}
