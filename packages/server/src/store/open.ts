import { DatabaseBlobs } from "../blobs/postgres/database-blobs.ts";
import { openPostgres, type PostgresOptions } from "./postgres/database.ts";
import { homeIn } from "./postgres/home.ts";
import { storageOf } from "./sql/storage.ts";
import type { Store } from "./sql/store.ts";
import { openStore, type StoreOptions } from "./sqlite/database.ts";
import type { Storage } from "./storage.ts";

export type { StoreOptions };

export interface TestedStorage extends Storage {
  /** For tests. */
  readonly database: Store;
}

export interface OpenOptions extends StoreOptions {
  /** A PostgreSQL database, and as what this process uses it (default: SQLite in the data folder). */
  server?: { url: string } & Pick<PostgresOptions, "holder" | "onLost" | "connections">;
}

/**
 * Opens the store that the settings name: the only place that knows the engines.
 * @throws {StoreDamagedError} if the database is damaged, or missing although the data folder has bots
 * @throws {StoreNewerError} if a newer platform has updated it
 * @throws {StoreUnusableError} if a server or its database cannot be used
 * @throws {StoreInUseError} if another process owns the database of a server
 */
export async function openStorage(dataDir: string, options: OpenOptions = {}): Promise<TestedStorage> {
  const { server, ...shared } = options;
  if (!server) {
    const database = await openStore(dataDir, shared);
    return { ...storageOf(database), database };
  }
  const { url, ...owned } = server;
  const { soon, patient, probing } = await openPostgres(url, { ...shared, ...owned });
  const blobs = { forRequests: new DatabaseBlobs(soon), forEngine: new DatabaseBlobs(patient) };
  return { ...storageOf(soon, patient, probing), blobs, home: homeIn(patient), database: soon };
}
