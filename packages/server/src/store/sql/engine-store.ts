import type { PlatformError } from "../../errors/platform-error.ts";
import type { EngineStore, SettledSchedule } from "../engine-store.ts";
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
import { together } from "./rows-together.ts";
import { activeRuns, aliveUntil, getRun, insertRuns, refusalOfRun, updateRun } from "./runs.ts";
import { appliedVersions, secretValues, touchSecrets } from "./secrets.ts";
import { changeStatus } from "./status-events.ts";
import type { Store } from "./store.ts";
import { keepRunningRevision, settleSchedules, supervisedBot, supervisedBots } from "./supervision.ts";
import { type Step, Writes } from "./writes.ts";

const verbs = {
  ...{ botById, supervisedBot, supervisedBots, findVersion, isPackageUsed, pastConfigs, startedAs },
  ...{ keepRunningRevision, changeStatus, openLaunches, getRun, activeRuns, aliveUntil },
  ...{ botsWithData, botsDeletedBefore, removeOldLines, removeExcessLines, removeOldMetrics },
  ...{ removeExcessMetrics, removeGoneLaunches, removeBotData },
  ...{ diskUse, keepDiskUse, forgetDiskUse },
  ...{ secretValues, appliedVersions, touchSecrets },
  ...{ cuts, addCut, removeCuts, addConnections },
};

const launchStep = (id: string, change: Parameters<typeof updateLaunch>[2]): Step => ({
  ...{ table: "launches", key: id },
  run: (trx) => updateLaunch(trx, id, change),
});

const scheduleSteps = (schedules: readonly SettledSchedule[]): Step[] => {
  const sorted = schedules.toSorted((a, b) => (a.botId < b.botId ? -1 : 1));
  return [...Map.groupBy(sorted, ({ settledUntil }) => settledUntil)].flatMap(([until, some]) =>
    together(some.map(({ botId }) => botId)).map((bots) => ({
      ...{ table: "bots", key: bots[0]! },
      run: (trx) => settleSchedules(trx, bots, until),
    })),
  );
};

export function engineStoreOf(store: Store): EngineStore {
  const writes = new Writes(store);
  return {
    ...bind(store, verbs),
    space: store.space,
    outputLanes: store.outputLanes,
    outputSlices: store.outputSlices,
    addLaunch: (launch) =>
      writes.commit({ table: "launches", key: "", run: (trx) => insertLaunches(trx, [launch]) }),
    changeLaunch: (id, change) => writes.commit(launchStep(id, change)),
    async addRun(run, once) {
      let refusal: PlatformError | undefined;
      await writes.commit({
        table: "runs",
        key: "",
        async run(trx) {
          // Not thrown inside: that would undo the writes that share the commit.
          refusal = await refusalOfRun(store, trx, run);
          if (refusal) return;
          await insertRuns(trx, [run]);
          await keepEffect(trx, once, { run: run.id });
        },
      });
      if (refusal) throw refusal;
    },
    changeRun: (id, change, once) =>
      writes.commit({
        table: "runs",
        key: id,
        async run(trx) {
          await updateRun(trx, id, change);
          await keepEffect(trx, once, { run: id });
        },
      }),
    finishRun: (id, outcome, launch) =>
      writes.commit(
        { table: "runs", key: id, run: (trx) => updateRun(trx, id, outcome) },
        ...(launch ? [launchStep(launch.id, { state: "ended", endedAt: launch.endedAt })] : []),
      ),
    settleSchedule: (schedule) => writes.commit(...scheduleSteps([schedule])),
    async settleTicks({ rows, launches, schedules }) {
      let added = new Set<string>();
      await writes.commit(
        ...scheduleSteps(schedules),
        {
          table: "runs",
          key: "",
          async run(trx) {
            added = await insertRuns(trx, rows);
          },
        },
        {
          table: "launches",
          key: "",
          run: (trx) =>
            insertLaunches(
              trx,
              launches.filter(({ runId }) => runId === undefined || added.has(runId)),
            ),
        },
      );
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
