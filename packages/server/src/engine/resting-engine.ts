import type { Executor } from "@botyard/runtime";
import type { Logger } from "pino";
import { PlatformError } from "../errors/platform-error.ts";
import { describeIsolation, noUse } from "../networks/index.ts";
import type { Settings } from "../settings/settings.ts";
import { capacityOf } from "./capacity.ts";
import { storedOf } from "./create-engine.ts";
import type { Engine } from "./engine.ts";
import type { Told } from "./settle-in.ts";

/**
 * The engine of a platform on a copied data folder, or one that the bots do not belong to. It touches no process and changes
 * nothing: the processes in the store are those of the original.
 * @param told why it runs no bot
 */
export function restingEngine(
  { executor, settings, log }: { executor: Executor; settings: Settings; log: Logger },
  { operator, everybody: why }: Told,
): Engine {
  const refuse = async () => {
    throw new PlatformError("data_dir_copied", why);
  };
  return {
    start: async () => log.warn(operator),
    stop: async () => {},
    changed: () => {},
    secretChanged: () => {},
    runNow: refuse,
    cancelRun: refuse,
    query: refuse,
    usage: async () => undefined,
    waiting: () => 0,
    counters: () => undefined,
    stored: (bot) => storedOf(bot, settings),
    storedBy: () => undefined,
    writing: () => {
      throw new PlatformError("data_dir_copied", why);
    },
    network: refuse,
    cut: refuse,
    restore: refuse,
    isolation: () => describeIsolation(settings, executor.describe()),
    networkUse: noUse,
    capacity: () => capacityOf(settings.dataDir),
    target: () => executor.target(settings.runtimes),
    copy: () => why,
    obstacle: () => undefined,
  };
}
