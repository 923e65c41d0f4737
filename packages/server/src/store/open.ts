import { DatabaseBlobs } from "../blobs/postgres/database-blobs.ts";
import { isElsewhere } from "./elsewhere.ts";
import type { Home } from "./home.ts";
import { homeOf } from "./place.ts";
import { openPostgres, type PostgresOptions } from "./postgres/database.ts";
import { homeIn } from "./postgres/home.ts";
import { holdsRecords, knowsAny } from "./sql/holds-records.ts";
import { storageOf } from "./sql/storage.ts";
import type { Store } from "./sql/store.ts";
import { botsIn, holdsDatabase, openStore, type StoreOptions } from "./sqlite/database.ts";
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
 * @throws {StoreUnusableError} if a server or its database cannot be used, does not have the records of the data folder, is
 * not given although it has them, or is given although the data folder has its own
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
  const { soon, patient, probing, starting } = await openPostgres(url, { ...shared, ...owned });
  try {
    await requireRecordsOf(dataDir, starting.main, await homeIn(starting).read());
  } catch (error) {
    await soon.close();
    throw error;
  }
  const blobs = { forRequests: new DatabaseBlobs(soon), forEngine: new DatabaseBlobs(patient) };
  const storage = storageOf(soon, patient, probing, starting);
  return { ...storage, blobs, home: homeIn(starting), database: soon };
}

/**
 * Checks that a database can be that of a data folder. Without their records, the platform would end the processes of the
 * folder's bots, and remove their packages, as unknown.
 */
async function requireRecordsOf(dataDir: string, main: Store["main"], home: Home | undefined): Promise<void> {
  const bots = botsIn(dataDir);
  if (bots.length === 0 && !isElsewhere(dataDir)) return;
  if (!(await holdsRecords(main))) throw new StoreUnusableError(withoutRecords(dataDir));
  if (bots.length === 0 || (home && home.id === homeOf(dataDir)?.id)) return;
  if (!(await knowsAny(main, bots))) throw new StoreUnusableError(ofOthers(dataDir, home));
}

const elsewhere = (dataDir: string) =>
  `The records of the data folder ${dataDir} are in a PostgreSQL database. Set PLATFORM_DATABASE_URL, or copy them back: platform store copy --from postgres://USER@HOST/DATABASE --to sqlite:${dataDir}`;

const withOwnRecords = (dataDir: string) =>
  `The data folder ${dataDir} has records of its own, in platform.db. Start it without PLATFORM_DATABASE_URL; or copy them (platform store copy --from sqlite:${dataDir} --to postgres://USER@HOST/DATABASE), and move platform.db out of the folder. If they are copied already, only move it`;

const withoutRecords = (dataDir: string) =>
  `The database has no records, but the data folder ${dataDir} is in use. Check PLATFORM_DATABASE_URL, or copy the records of the folder: platform store copy --from sqlite:${dataDir} --to postgres://USER@HOST/DATABASE. To start from scratch, use another data folder`;

const ofOthers = (dataDir: string, home: Home | undefined) =>
  `The database knows none of the bots in the data folder ${dataDir}${home ? `: it is that of the data folder ${home.path}` : ""}. Check PLATFORM_DATABASE_URL, or use another data folder`;
