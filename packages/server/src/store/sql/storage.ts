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
import { checkStore } from "./totals.ts";

const sealing = {
  ...{ sealedWith, keepSealedWith, hasSealed, botConfigs, revisionConfigs, putConfigs },
  ...{ sealedValues, putSealedValues, findVersion },
};

/**
 * Returns the verbs of an open store.
 * @param patient the same database for the engine, which may wait longer for it than requests do
 * @param probing the same for those who ask whether it can be reached
 * @param starting the same for the start of the platform
 */
export function storageOf(soon: Store, patient = soon, probing = soon, starting = soon): Storage {
  const engine = engineStoreOf(patient);
  return {
    space: soon.space,
    services: { ...serviceStoreOf(soon), checkStore: () => checkStore(probing) },
    engine,
    asked: soon === patient ? engine : engineStoreOf(soon),
    sealing: { ...bind(starting, sealing), rewrite: starting.own.rewrite },
    watch: soon.own,
    stopWaiting: () => soon.stopWaiting?.(),
    close: () => soon.close(),
  };
}
