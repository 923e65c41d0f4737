import type { Storage } from "../storage.ts";
import { bind } from "./bind.ts";
import { findVersion } from "./custom-bots.ts";
import { openStore, type Store, type StoreOptions } from "./database.ts";
import { engineStoreOf } from "./engine-store.ts";
import {
  botConfigs,
  hasSealed,
  keepSealedWith,
  putConfigs,
  putSealedValues,
  revisionConfigs,
  rewrite,
  sealedValues,
  sealedWith,
} from "./sealing.ts";
import { serviceStoreOf } from "./service-store.ts";
import { watchBots } from "./watched-bots.ts";

const sealing = {
  ...{ sealedWith, keepSealedWith, hasSealed, botConfigs, revisionConfigs, putConfigs },
  ...{ sealedValues, putSealedValues, findVersion, rewrite },
};

export interface SqliteStorage extends Storage {
  /** For tests. */
  readonly database: Store;
}

export function storageOf(database: Store): SqliteStorage {
  const { space } = database;
  return {
    ...{ database, space, services: serviceStoreOf(database), engine: engineStoreOf(database) },
    sealing: bind(database, sealing),
    watch: bind(database, { watchBots }),
    close: () => database.close(),
  };
}

/**
 * Opens the SQLite store of a data folder.
 * @throws {StoreDamagedError} if the database is damaged, or missing although the data folder has bots
 */
export async function openStorage(dataDir: string, options: StoreOptions = {}): Promise<SqliteStorage> {
  return storageOf(await openStore(dataDir, options));
}
