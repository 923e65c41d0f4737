import { DatabaseBlobs } from "../blobs/postgres/database-blobs.ts";
import { isElsewhere } from "./elsewhere.ts";
import { openPostgres, type PostgresOptions } from "./postgres/database.ts";
import { homeIn } from "./postgres/home.ts";
import { holdsRecords } from "./sql/holds-records.ts";
import { storageOf } from "./sql/storage.ts";
import type { Store } from "./sql/store.ts";
import { holdsBots, holdsDatabase, openStore, type StoreOptions } from "./sqlite/database.ts";
import type { Storage } from "./storage.ts";
import { StoreUnusableError } from "./unusable.ts";

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
 * @throws {StoreIncompleteError} if it is a copy that is not complete
 * @throws {StoreUnusableError} if a server or its database cannot be used, has no records although the data folder has
 * bots, is not given although it has the records of the data folder, or is given although the data folder has its own
 * @throws {StoreInUseError} if another process owns the database of a server
 */
export async function openStorage(dataDir: string, options: OpenOptions = {}): Promise<TestedStorage> {
  const { server, ...shared } = options;
  if (!server) {
    if (isElsewhere(dataDir)) throw new StoreUnusableError(elsewhere(dataDir));
    const database = await openStore(dataDir, shared);
    return { ...storageOf(database), database };
  }
  const { url, ...owned } = server;
  if (!isElsewhere(dataDir) && holdsDatabase(dataDir)) throw new StoreUnusableError(withOwnRecords(dataDir));
  const { soon, patient, probing } = await openPostgres(url, { ...shared, ...owned });
  try {
    // Without records the platform would end the bots' processes and remove their packages as unknown.
    if (holdsBots(dataDir) && !(await holdsRecords(soon.main)))
      throw new StoreUnusableError(withoutRecords(dataDir));
  } catch (error) {
    await soon.close();
    throw error;
  }
  const blobs = { forRequests: new DatabaseBlobs(soon), forEngine: new DatabaseBlobs(patient) };
  return { ...storageOf(soon, patient, probing), blobs, home: homeIn(patient), database: soon };
}

const elsewhere = (dataDir: string) =>
  `The records of the data folder ${dataDir} are in a PostgreSQL database. Set PLATFORM_DATABASE_URL, or copy them back: platform store copy --from postgres://USER@HOST/DATABASE --to sqlite:${dataDir}`;

const withOwnRecords = (dataDir: string) =>
  `The data folder ${dataDir} has records of its own, in platform.db. Start it without PLATFORM_DATABASE_URL; or copy them (platform store copy --from sqlite:${dataDir} --to postgres://USER@HOST/DATABASE), and move platform.db out of the folder`;

const withoutRecords = (dataDir: string) =>
  `The database has no records, but the data folder ${dataDir} has bots. Check PLATFORM_DATABASE_URL, or copy the records of the folder: platform store copy --from sqlite:${dataDir} --to postgres://USER@HOST/DATABASE`;
