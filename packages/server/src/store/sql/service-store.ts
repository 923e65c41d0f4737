import type { ServiceStore } from "../service-store.ts";
import { bind } from "./bind.ts";
import { changeBot, findAnyBot, findBot, insertBot, listBots } from "./bots.ts";
import {
  deleteVersion,
  findVersion,
  insertVersion,
  listCustomBots,
  restoreVersion,
  versionsOf,
} from "./custom-bots.ts";
import {
  decideDevice,
  deviceByHash,
  insertDevice,
  pendingDevice,
  takeDevice,
  touchDevice,
} from "./device-sign-ins.ts";
import { droppedOf } from "./dropped.ts";
import { forgetRequests, keepAnswer, requestOf } from "./idempotency.ts";
import { insertKey, keyById, keysInForce, listKeys, revokeKey, touchKey } from "./keys.ts";
import { listLogs, summarizeLogs } from "./logs.ts";
import { latestMetrics, listMetrics, metricPage, metricsAfter } from "./metrics.ts";
import { connectionsOf } from "./networks.ts";
import {
  addFiles,
  archivedVersions,
  forgetUnusedFiles,
  missingFiles,
  newFileBytes,
  setListed,
  strayFiles,
  strayPackages,
} from "./package-files.ts";
import { lastSeqs } from "./positions.ts";
import { quotaUse } from "./quotas.ts";
import { keptRecords } from "./retention.ts";
import { listRevisions } from "./revisions.ts";
import { countRuns, getRun, lastRun, listRuns, runsOfTicks } from "./runs.ts";
import {
  applySecret,
  botsWithSecret,
  deleteSecret,
  findSecret,
  listSecrets,
  putSecret,
  secretValues,
} from "./secrets.ts";
import {
  deleteSession,
  insertSession,
  insertSignInLink,
  sessionByHash,
  sessionSeenAt,
  takeSignInLink,
  touchSession,
} from "./sessions.ts";
import { listStatusEvents, statusEventsAfter } from "./status-events.ts";
import type { Store } from "./store.ts";
import { askedResources, botTotals, checkStore, runTotals } from "./totals.ts";
import {
  disableUser,
  enabledAdmins,
  enableUser,
  firstUser,
  insertUser,
  listUsers,
  userById,
  userByName,
} from "./users.ts";

const verbs = {
  ...{ findBot, findAnyBot, listBots, insertBot, changeBot, listRevisions },
  ...{ findVersion, insertVersion, deleteVersion, restoreVersion, listCustomBots, versionsOf },
  ...{ missingFiles, newFileBytes, addFiles, forgetUnusedFiles, strayFiles, strayPackages },
  ...{ archivedVersions, setListed },
  ...{ userById, userByName, firstUser, listUsers, insertUser, disableUser, enableUser, enabledAdmins },
  ...{ keyById, keysInForce, listKeys, insertKey, revokeKey, touchKey },
  ...{
    insertSession,
    sessionByHash,
    sessionSeenAt,
    touchSession,
    deleteSession,
    insertSignInLink,
    takeSignInLink,
  },
  ...{ insertDevice, pendingDevice, decideDevice, deviceByHash, touchDevice, takeDevice },
  ...{ getRun, lastRun, listRuns, runsOfTicks, countRuns },
  connectionsOf,
  ...{ listLogs, summarizeLogs, latestMetrics, listMetrics, metricPage, metricsAfter },
  ...{ listStatusEvents, statusEventsAfter, droppedOf, lastSeqs, keptRecords },
  ...{ listSecrets, findSecret, putSecret, applySecret, deleteSecret, botsWithSecret, secretValues },
  ...{ quotaUse, askedResources, botTotals, runTotals, checkStore },
  ...{ requestOf, keepAnswer, forgetRequests },
};

export function serviceStoreOf(store: Store): ServiceStore {
  const { overviewsAt, databaseBytes } = store.own;
  return { ...bind(store, verbs), overviewsAt, databaseBytes };
}
