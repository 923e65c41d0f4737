import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { FolderBlobs } from "../../blobs/folder/folder-blobs.ts";
import { systemReason } from "../../errors/system-reason.ts";
import type { Source } from "../copy/ends.ts";
import { StoreDamagedError, StoreOlderError, StoreUnusableError } from "../unusable.ts";
import { requireKnown } from "./before-update.ts";
import { isDamage } from "./damage.ts";
import { holdsDatabase } from "./database.ts";
import { requireComplete } from "./incomplete.ts";
import { newestMigration } from "./migrations/index.ts";
import { readableOf } from "./readable.ts";

/** @throws {StoreUnusableError} if a data folder has no records */
export function requireRecords(dataDir: string): void {
  if (!holdsDatabase(dataDir))
    throw new StoreUnusableError(`The data folder ${dataDir} has no records (platform.db). Check the path`);
}

/**
 * Opens the records of a data folder for reading. The caller must hold the lock of the folder.
 * @throws {StoreNewerError} if a newer platform has updated it
 * @throws {StoreOlderError} if it has the schema of an earlier version
 * @throws {StoreIncompleteError} if it is a copy that is not complete
 * @throws {StoreDamagedError} if it is damaged
 */
export function openSource(dataDir: string, version: string): Source {
  const file = join(dataDir, "platform.db");
  let database: Sqlite.Database | undefined;
  try {
    database = new Sqlite(file, { readonly: true, fileMustExist: true });
    requireComplete(file, database);
    if (requireKnown(dataDir, database, version).at(-1) !== newestMigration)
      throw new StoreOlderError(file, version);
    // What other programs write meanwhile is not seen.
    database.exec("begin");
    const open = database;
    const blobs = new FolderBlobs(dataDir);
    return { ...readableOf(open), blobs, confirm: async () => {}, close: async () => void open.close() };
  } catch (error) {
    database?.close();
    if (!isDamage(error)) throw error;
    throw new StoreDamagedError(`The database ${systemReason(error, file)}`, error);
  }
}
