import type { Executor } from "@botyard/runtime";
import type { Logger } from "pino";
import type { Bus } from "./bus.ts";
import { atMost, type Clock, systemClock } from "./clock.ts";
import type { Engine } from "./engine.ts";
import { Collector } from "./output/collector.ts";
import { FreedOutput } from "./output/freed-output.ts";
import { Retention } from "./output/retention.ts";
import { Secrets } from "./output/secrets.ts";
import { Isolation } from "./processes/isolation.ts";
import { Launcher } from "./processes/launcher.ts";
import { Packages } from "./processes/packages.ts";
import { Statuses } from "./processes/statuses.ts";
import { Supervisor } from "./processes/supervisor.ts";
import { removeTornCode } from "./processes/unpacked-code.ts";
import { Queries } from "./queries/queries.ts";
import type { Settings } from "./settings.ts";
import type { Store } from "./store/database.ts";
import { Ingest } from "./store/ingest.ts";
import { Writes } from "./store/writes.ts";
import { Runs } from "./ticks/runs.ts";
import { Scheduler } from "./ticks/scheduler.ts";

/** Time for the remaining work after a process has ended. */
const settleMs = 5_000;

export interface EngineOptions {
  store: Store;
  executor: Executor;
  settings: Settings;
  bus: Bus;
  log: Logger;
  clock?: Clock;
}

export function createEngine({
  store,
  executor,
  settings,
  bus,
  log,
  clock = systemClock,
}: EngineOptions): Engine {
  const { dataDir } = settings;
  const writes = new Writes(store);
  const ingest = new Ingest(store);
  const collector = new Collector({ ...settings, ingest, bus, clock, log });
  const freed = new FreedOutput(ingest, log);
  const packages = new Packages(store, settings);
  const secrets = new Secrets(store, packages);
  const statuses = new Statuses(store, bus, clock);
  const retention = new Retention({ store, settings, clock, log });
  const launcher = new Launcher({
    executor,
    writes,
    collector,
    freed,
    retention,
    packages,
    secrets,
    settings,
    clock,
    log,
  });
  const isolation = new Isolation({ executor, clock, log });
  const runs = new Runs({
    ...{ store, isolation, writes, launcher, collector, secrets, settings, clock, log },
    onCorrupt: (botId, detail) => supervisor.packageIsCorrupt(botId, detail),
  });
  const scheduler = new Scheduler({ writes, runs, clock, log });
  const supervisor = new Supervisor({
    ...{ store, executor, isolation, writes, launcher, collector, statuses, runs, scheduler, packages },
    secrets,
    ...{ dataDir, clock, log },
  });
  const queries = new Queries({
    ...{ executor, isolation, launcher, packages, collector, secrets, settings, clock, log },
    serverOf: (botId) => supervisor.serverOf(botId),
  });

  return {
    async start() {
      await removeTornCode(dataDir).catch((error) =>
        log.warn({ err: error }, "Incompletely unpacked packages could not be removed."),
      );
      await supervisor.start();
      await scheduler.start();
      retention.start();
      isolation.start(() => {
        supervisor.canStart();
        runs.canStart();
      });
    },
    async stop({ stopBots }) {
      // A full disk must not keep the platform from stopping; output that is not stored stays in the bots' files.
      const step = (work: Promise<void>) => atMost(settings.stopGraceMs + settleMs, work);
      isolation.stop();
      await step(retention.stop());
      await step(scheduler.stop());
      if (!stopBots) await step(runs.close());
      await step(supervisor.stop(stopBots));
      await step(runs.close());
      await step(queries.settle());
      await step(collector.stop());
      await step(writes.settle());
    },
    changed: (botId) => supervisor.changed(botId),
    runNow: (bot) => runs.byHand(bot),
    cancelRun: (runId) => runs.cancel(runId),
    query: (...question) => queries.ask(...question),
    isolation: () => executor.describe(),
    obstacle() {
      const why = isolation.obstacle;
      return why === undefined ? undefined : { why, retryAfterSeconds: isolation.retryAfterSeconds };
    },
  };
}
