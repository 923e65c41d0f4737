import type { Executor } from "@botyard/runtime";
import type { Logger } from "pino";
import { PlatformError } from "../errors/platform-error.ts";
import { describeIsolation, noUse } from "../networks/index.ts";
import type { Settings } from "../settings/settings.ts";
import { capacityOf } from "./capacity.ts";
import { storedOf } from "./create-engine.ts";
import type { Engine } from "./engine.ts";

/** What is said to everybody, without paths. */
const why =
  "The data folder is a copy of another, so no bot is run: the same bots may run there. To run them here, stop the " +
  "other platform and start this one with `platform serve --take-over`.";

/**
 * The engine of a platform on a copied data folder. It touches no process and changes nothing: the processes in the
 * store are those of the original.
 * @param said why it runs no bot, for the operator
 */
export function restingEngine(
  { executor, settings, log }: { executor: Executor; settings: Settings; log: Logger },
  said: string,
): Engine {
  const refuse = async () => {
    throw new PlatformError("data_dir_copied", why);
  };
  return {
    start: async () => log.warn(said),
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
