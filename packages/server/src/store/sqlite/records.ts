import { changeBot, findBot, insertBot, listBots } from "./bots.ts";
import { findVersion, insertVersion, listCustomBots, versionsOf } from "./custom-bots.ts";
import type { Store } from "./database.ts";
import { droppedOf } from "./dropped.ts";
import { forgetAnswers, freeKey, keepAnswer, takeKey } from "./idempotency.ts";
import {
  firstUser,
  insertKey,
  insertUser,
  keyById,
  keysInForce,
  listKeys,
  revokeKey,
  touchKey,
  userByName,
} from "./keys.ts";
import { listLogs, summarizeLogs } from "./logs.ts";
import { latestMetrics, listMetrics, metricsAfter } from "./metrics.ts";
import { lastSeqs } from "./positions.ts";
import { countRuns, getRun, lastRun, listRuns, runsOfTicks } from "./runs.ts";
import { listStatusEvents, statusEventsAfter } from "./status-events.ts";

const verbs = {
  ...{ findBot, listBots, insertBot, changeBot },
  ...{ findVersion, insertVersion, listCustomBots, versionsOf },
  ...{ userByName, firstUser, insertUser, keyById, keysInForce, listKeys, insertKey, revokeKey, touchKey },
  ...{ getRun, lastRun, listRuns, runsOfTicks, countRuns },
  ...{ listLogs, summarizeLogs, latestMetrics, listMetrics, metricsAfter },
  ...{ listStatusEvents, statusEventsAfter, droppedOf, lastSeqs },
  ...{ takeKey, keepAnswer, freeKey, forgetAnswers },
};

/** A verb of the store without its first parameter. */
type Bound<Verb> = Verb extends (store: Store, ...given: infer Given) => infer Found
  ? (...given: Given) => Found
  : never;

/**
 * What operations, doors and services read and write. They know no other part of the store, so that it can be replaced
 * by one in memory.
 */
export type Records = { readonly [Name in keyof typeof verbs]: Bound<(typeof verbs)[Name]> };

export function recordsOf(store: Store): Records {
  const bound = Object.entries(verbs).map(([name, verb]) => [
    name,
    (verb as (...given: unknown[]) => unknown).bind(undefined, store),
  ]);
  return Object.fromEntries(bound) as Records;
}
