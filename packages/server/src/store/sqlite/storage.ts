import { bind } from "../sql/bind.ts";
import { findVersion } from "../sql/custom-bots.ts";
import { engineStoreOf } from "../sql/engine-store.ts";
import {
  botConfigs,
  hasSealed,
  keepSealedWith,
  putConfigs,
  putSealedValues,
  revisionConfigs,
  sealedValues,
  sealedWith,
} from "../sql/sealing.ts";
import { serviceStoreOf } from "../sql/service-store.ts";
import type { Storage } from "../storage.ts";
import { openStore, type StoreOptions } from "./database.ts";
import type { SqliteStore } from "./store.ts";

const sealing = {
  ...{ sealedWith, keepSealedWith, hasSealed, botConfigs, revisionConfigs, putConfigs },
  ...{ sealedValues, putSealedValues, findVersion },
};

export interface SqliteStorage extends Storage {
  /** For tests. */
  readonly database: SqliteStore;
}

export function storageOf(database: SqliteStore): SqliteStorage {
  const { space, own } = database;
  return {
    ...{ database, space, services: serviceStoreOf(database), engine: engineStoreOf(database) },
    sealing: { ...bind(database, sealing), rewrite: own.rewrite },
    watch: own,
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
