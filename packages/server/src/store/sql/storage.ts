import type { Storage } from "../storage.ts";
import { bind } from "./bind.ts";
import { findVersion } from "./custom-bots.ts";
import { engineStoreOf } from "./engine-store.ts";
import {
  botConfigs,
  hasSealed,
  keepSealedWith,
  putConfigs,
  putSealedValues,
  revisionConfigs,
  sealedValues,
  sealedWith,
} from "./sealing.ts";
import { serviceStoreOf } from "./service-store.ts";
import type { Store } from "./store.ts";

const sealing = {
  ...{ sealedWith, keepSealedWith, hasSealed, botConfigs, revisionConfigs, putConfigs },
  ...{ sealedValues, putSealedValues, findVersion },
};

/**
 * Returns the verbs of an open store.
 * @param forEngine the same database for the engine, which may wait longer for it than requests do
 */
export function storageOf(forRequests: Store, forEngine: Store = forRequests): Storage {
  return {
    space: forRequests.space,
    services: serviceStoreOf(forRequests),
    engine: engineStoreOf(forEngine),
    sealing: { ...bind(forEngine, sealing), rewrite: forEngine.own.rewrite },
    watch: forRequests.own,
    close: () => forRequests.close(),
  };
}
