import { join } from "node:path";
import { type Executor, measureWritten } from "@botyard/runtime";
import type { Logger } from "pino";
import type { Bus } from "../bus.ts";
import { atMost, type Clock, systemClock } from "../clock.ts";
import type { Bot } from "../model/model.ts";
import { describeIsolation, Networks } from "../networks/index.ts";
import { Collector, FreedOutput, Maskers, Retention } from "../output/index.ts";
import {
  Isolation,
  Launcher,
  Packages,
  removeTornCode,
  Statuses,
  type StoredPackages,
  Supervisor,
  UserDisk,
  UserProcesses,
} from "../processes/index.ts";
import { Queries } from "../queries/index.ts";
import type { Vault } from "../secrets/index.ts";
import type { Settings } from "../settings/settings.ts";
import type { Storage } from "../store/index.ts";
import { Ticks } from "../ticks/index.ts";
import { capacityOf } from "./capacity.ts";
import type { Engine } from "./engine.ts";

/** Time for the remaining work after a process has ended. */
const settleMs = 5_000;

export interface EngineOptions {
  storage: Pick<Storage, "engine"> & Partial<Pick<Storage, "asked">>;
  executor: Executor;
  settings: Settings;
  vault: Vault;
  /** Where the code of bots comes from. */
  packages: StoredPackages;
  /** Id of the data folder (default: processes of the bots have no mark of it). */
  folderId?: string | undefined;
  bus: Bus;
  log: Logger;
  clock?: Clock;
}

export function createEngine({
  storage: { engine: store, asked = store },
  executor,
  settings,
  vault,
  packages: stored,
  folderId,
  bus,
  log,
  clock = systemClock,
}: EngineOptions): Engine {
  const { dataDir } = settings;
  const collector = new Collector({
    ...settings,
    store,
    bus,
    clock,
    log,
  });
  const freed = new FreedOutput(store, clock, log);
  const packages = new Packages(store, stored, executor, settings, log);
  const maskers = new Maskers(store, vault, async (bot) => (await packages.describe(bot)).schema);
  const statuses = new Statuses(store, bus, clock);
  const retention = new Retention({ store, settings, clock, log });
  const isolation = new Isolation({ executor, clock, log });
  const processes = new UserProcesses(settings.userProcesses);
  const disk = new UserDisk({ store, settings, clock, log });
  const networks = new Networks({ executor, store, asked, collector, settings, clock, log });
  const launcher = new Launcher({
    ...{
      executor,
      store,
      collector,
      freed,
      retention,
      packages,
      maskers,
      vault,
      disk,
      networks,
      settings,
      folderId,
    },
    ...{ clock, log },
  });
  const shared = {
    ...{
      store,
      asked,
      isolation,
      launcher,
      collector,
      maskers,
      packages,
      processes,
      disk,
      networks,
      settings,
    },
    ...{ clock, log },
  };
  const ticks = new Ticks({ ...shared, statuses, dataDir });
  const supervisor = new Supervisor({ ...shared, executor, statuses, scheduled: ticks, dataDir });
  const serverOf = (botId: string) => supervisor.serverOf(botId);
  const queries = new Queries({ ...shared, executor, serverOf });

  return {
    async start() {
      await removeTornCode(dataDir).catch((error) =>
        log.warn({ err: error }, "Incompletely unpacked packages could not be removed."),
      );
      await disk.load();
      await networks.start();
      await supervisor.start();
      await ticks.start();
      retention.start();
      isolation.start(() => {
        supervisor.canStart();
        ticks.canStart();
      });
    },
    async stop({ stopBots }) {
      // A full disk must not keep the platform from stopping; output that is not stored stays in the bots' files.
      const step = (work: Promise<void>) => atMost(settings.stopGraceMs + settleMs, work);
      isolation.stop();
      await step(packages.stop());
      await step(retention.stop());
      await step(ticks.pause());
      if (!stopBots) await step(ticks.close());
      await step(supervisor.stop(stopBots));
      await step(ticks.close());
      await step(queries.settle());
      await step(networks.stop());
      await step(collector.stop());
      freed.stop();
      await step(disk.stop());
      await step(store.settle());
    },
    changed: (botId) => supervisor.changed(botId),
    secretChanged(botIds, what) {
      for (const id of botIds) {
        maskers.forget(id);
        collector.remark(id, what);
        supervisor.changed(id);
      }
    },
    runNow: (bot, once, trace) => ticks.byHand(bot, once, trace),
    cancelRun: (runId, once) => ticks.cancel(runId, once),
    query: (...question) => queries.ask(...question),
    async usage({ bot_id }) {
      const live = supervisor.liveOf(bot_id) ?? ticks.liveOf(bot_id);
      return live?.launch.usage();
    },
    waiting: () => ticks.waiting + queries.waiting,
    counters(botId) {
      const live = supervisor.liveOf(botId) ?? ticks.liveOf(botId);
      return live && { ...live.launch.counters(), unreadBytes: live.following.unread() };
    },
    stored: (bot) => storedOf(bot, settings),
    storedBy: (userId) => disk.bytesOf(userId),
    writing: (bot, bytes) => disk.write(bot, bytes),
    network: async (bot) => networks.describe(bot, (await packages.describe(bot)).network),
    cut: (...which) => networks.cut(...which),
    restore: (...which) => networks.restore(...which),
    isolation: () => describeIsolation(settings, executor.describe()),
    networkUse: () => networks.use,
    capacity: () => capacityOf(settings.dataDir),
    target: () => executor.target(settings.runtimes),
    copy: () => undefined,
    obstacle() {
      const why = isolation.obstacle;
      return why === undefined ? undefined : { why, retryAfterSeconds: isolation.retryAfterSeconds };
    },
  };
}

/** Measures the folder of a bot, unless it has much more than the bot may have: then an answer would take long. */
export async function storedOf(
  { bot_id, owner_id }: Bot,
  { dataDir, limits }: Pick<Settings, "dataDir" | "limits">,
): Promise<{ bytes: number; files: number } | undefined> {
  const folder = join(dataDir, "bots", bot_id);
  const use = await measureWritten([folder], { files: limits.files }, owner_id).catch(() => undefined);
  return use?.isCut ? undefined : use;
}
