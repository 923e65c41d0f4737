import type { PlatformError } from "../../errors/platform-error.ts";
import type { EngineStore } from "../engine-store.ts";
import { RecordRefusedError } from "../refused.ts";
import { bind } from "./bind.ts";
import { diskUse, forgetDiskUse, keepDiskUse } from "./bot-disk.ts";
import { botById } from "./bots.ts";
import { findVersion, isPackageUsed } from "./custom-bots.ts";
import { keepEffect } from "./idempotency.ts";
import { insertLaunches, openLaunches, updateLaunch } from "./launches.ts";
import { addConnections, addCut, cuts, removeCuts } from "./networks.ts";
import {
  botsDeletedBefore,
  botsWithData,
  removeBotData,
  removeExcessLines,
  removeExcessMetrics,
  removeGoneLaunches,
  removeOldLines,
  removeOldMetrics,
} from "./retention.ts";
import { pastConfigs, startedAs } from "./revisions.ts";
import { activeRuns, aliveUntil, getRun, insertRuns, refusalOfRun, updateRun } from "./runs.ts";
import { appliedVersions, secretValues, touchSecrets } from "./secrets.ts";
import { changeStatus } from "./status-events.ts";
import type { Store } from "./store.ts";
import { keepRunningRevision, settleSchedule, supervisedBot, supervisedBots } from "./supervision.ts";
import { Writes } from "./writes.ts";

const verbs = {
  ...{ botById, supervisedBot, supervisedBots, findVersion, isPackageUsed, pastConfigs, startedAs },
  ...{ keepRunningRevision, changeStatus, openLaunches, getRun, activeRuns, aliveUntil },
  ...{ botsWithData, botsDeletedBefore, removeOldLines, removeExcessLines, removeOldMetrics },
  ...{ removeExcessMetrics, removeGoneLaunches, removeBotData },
  ...{ diskUse, keepDiskUse, forgetDiskUse },
  ...{ secretValues, appliedVersions, touchSecrets },
  ...{ cuts, addCut, removeCuts, addConnections },
};

export function engineStoreOf(store: Store): EngineStore {
  const writes = new Writes(store);
  return {
    ...bind(store, verbs),
    space: store.space,
    addLaunch: (launch) => writes.commit((trx) => insertLaunches(trx, [launch])),
    changeLaunch: (id, change) => writes.commit((trx) => updateLaunch(trx, id, change)),
    async addRun(run, once) {
      let refusal: PlatformError | undefined;
      await writes.commit(async (trx) => {
        // Not thrown inside: that would undo the writes that share the commit.
        refusal = await refusalOfRun(store, trx, run);
        if (refusal) return;
        await insertRuns(trx, [run]);
        await keepEffect(trx, once, { run: run.id });
      });
      if (refusal) throw refusal;
    },
    changeRun: (id, change, once) =>
      writes.commit(async (trx) => {
        await updateRun(trx, id, change);
        await keepEffect(trx, once, { run: id });
      }),
    finishRun: (id, outcome, launch) =>
      writes.commit(async (trx) => {
        await updateRun(trx, id, outcome);
        if (launch) await updateLaunch(trx, launch.id, { state: "ended", endedAt: launch.endedAt });
      }),
    settleSchedule: (schedule) => writes.commit((trx) => settleSchedule(trx, schedule)),
    async settleTicks({ rows, launches, schedules }) {
      let added = new Set<string>();
      await writes.commit(async (trx) => {
        added = await insertRuns(trx, rows);
        const started = launches.filter(({ runId }) => runId === undefined || added.has(runId));
        await insertLaunches(trx, started);
        for (const schedule of schedules) await settleSchedule(trx, schedule);
      });
      return added;
    },
    writeOutput: store.own.writeOutput,
    async refusalOf(batch) {
      try {
        await store.own.tryOutput([batch]);
        return undefined;
      } catch (error) {
        if (error instanceof RecordRefusedError) return error.message;
        throw error;
      }
    },
    isDurable: store.own.isDurable,
    settle: () => writes.settle(),
  };
}
