import { openPostgres, type PostgresOptions } from "./postgres/database.ts";
import { storageOf } from "./sql/storage.ts";
import type { StoreOptions } from "./sqlite/database.ts";
import { openStorage as openSqlite } from "./sqlite/storage.ts";
import type { Storage } from "./storage.ts";

export interface OpenOptions
  extends StoreOptions,
    Pick<PostgresOptions, "holder" | "onLost" | "connections"> {
  /** Of a PostgreSQL database (default: SQLite in the data folder). */
  databaseUrl?: string | undefined;
}

/**
 * Opens the store that the settings name: the only place that knows the engines.
 * @throws {StoreDamagedError} if the database is damaged, or missing although the data folder has bots
 * @throws {StoreNewerError} if a newer platform has updated it
 * @throws {StoreUnusableError} if a server or its database cannot be used
 * @throws {StoreInUseError} if another process owns the database of a server
 */
export async function openStorage(dataDir: string, options: OpenOptions): Promise<Storage> {
  const { databaseUrl, holder, onLost, connections, ...own } = options;
  if (databaseUrl === undefined) return openSqlite(dataDir, own);
  const shared = { ...(own.quotas && { quotas: own.quotas }), ...(own.log && { log: own.log }) };
  const { soon, patient } = await openPostgres(databaseUrl, {
    ...{ ...shared, holder, onLost },
    ...{ ...(own.version && { version: own.version }), ...(connections && { connections }) },
  });
  return storageOf(soon, patient);
}
