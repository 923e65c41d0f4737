import { resolve } from "node:path";
import type { Executor, WantedIsolation } from "@botyard/runtime";
import { type Logger, pino } from "pino";
import { type Clock, systemClock } from "./clock.ts";
import { compose, type Platform } from "./compose.ts";
import type { Dashboard } from "./doors/http/parts.ts";
import { createEngine } from "./engine/create-engine.ts";
import { executors } from "./settings/executors.ts";
import { settingsFrom } from "./settings/read-settings.ts";
import { readRuntimesFile } from "./settings/runtimes-file.ts";
import { defaultSettings, type Settings } from "./settings/settings.ts";

export interface StartOptions {
  /** The data folder; created if missing (default: PLATFORM_DATA_DIR). */
  dataDir?: string;
  host?: string;
  /** 0 selects a free port. */
  port?: number;
  /** Environment variables for every bot. */
  botEnv?: Record<string, string>;
  /** A file that adds or replaces runtimes (docs/reference/bot-config.md). */
  runtimesFile?: string;
  /** Isolation of bots. If a level is given and not available, no bot is started (default: PLATFORM_ISOLATION). */
  isolation?: WantedIsolation;
  /** Whether bots have networks of their own (default: PLATFORM_NETWORK). */
  network?: Settings["network"];
  /** Services of the host that bots may ask for, as in PLATFORM_LOCAL_SERVICES. */
  localServices?: Settings["localServices"];
  /** Any other setting; overrides the environment. */
  settings?: Partial<Settings>;
  /** Where PLATFORM_* variables are read from (default: the environment of the process). */
  env?: Record<string, string | undefined>;
  /** The dashboard to serve at `{base_url}/` (default: none). */
  dashboard?: Dashboard;
  /** Create another key of an admin, for who has lost all of them (default: only if no admin has a valid one). */
  newAdminKey?: boolean;
  /**
   * Run the bots of a data folder that is a copy or from another machine, after ending those of the original that run on
   * this machine (default: no bot is run then).
   */
  takeOver?: boolean;
  /** How bots are run (default: PLATFORM_EXECUTOR). */
  executor?: Executor;
  clock?: Clock;
  /** The platform's log (default: standard error, level `info` and above). */
  log?: Logger;
}

const loopback = ["127.0.0.1", "::1", "localhost"];

/**
 * Starts a platform and resolves once it listens and supervises its bots. It handles no signals: the caller closes it.
 *
 * @throws {Error} with one of these in `code`: `data_dir_locked` (the message names the platform that uses the data
 * folder), `data_dir_unusable`, `store_damaged`, `store_newer`, `store_incomplete`, `store_unusable`, `store_in_use`, `port_taken`, `host_unusable`, `settings_invalid`; without a `code` if
 * no data folder is given
 */
export async function startPlatform(options: StartOptions): Promise<Platform> {
  const settings = settingsOf(options);
  const log = options.log ?? pino({ base: null }, pino.destination({ dest: 2, sync: true }));
  const executor = async () => options.executor ?? executors[settings.executor](settings);
  const clock = options.clock ?? systemClock;
  const platform = await compose({
    settings,
    clock,
    log,
    executor,
    createEngine,
    dashboard: options.dashboard,
    newAdminKey: options.newAdminKey,
    takeOver: options.takeOver,
  });
  if (!loopback.includes(settings.host)) {
    log.warn(
      `The platform listens on ${settings.host}, which other machines may reach, and uses plain HTTP: put a reverse proxy with TLS in front of it.`,
    );
  }
  if (platform.newKeyFile !== undefined) {
    log.info(`The first user is "admin"; its API key is in ${platform.newKeyFile}, which only you can read.`);
  }
  return platform;
}

function settingsOf(options: StartOptions): Settings {
  const { dataDir, host, port, botEnv, runtimesFile, isolation, network, localServices } = options;
  const given = Object.fromEntries(
    Object.entries({ dataDir, host, port, botEnv, runtimesFile, isolation, network, localServices }).filter(
      ([, value]) => value !== undefined,
    ),
  );
  const settings = {
    ...defaultSettings,
    ...settingsFrom(options.env ?? process.env),
    ...options.settings,
    ...given,
  };
  if (!("dataDir" in settings) || typeof settings.dataDir !== "string") {
    throw new Error("startPlatform needs a data folder: pass dataDir or set PLATFORM_DATA_DIR.");
  }
  const runtimes =
    settings.runtimesFile === undefined ? {} : { runtimes: readRuntimesFile(resolve(settings.runtimesFile)) };
  return { ...settings, ...runtimes, dataDir: resolve(settings.dataDir) } as Settings;
}
