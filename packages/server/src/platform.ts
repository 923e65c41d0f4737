import { join, resolve } from "node:path";
import { createProcessExecutor, type Executor, type WantedIsolation } from "@botyard/runtime";
import { type Logger, pino } from "pino";
import { compose, type Platform } from "./compose.ts";
import { type Clock, systemClock } from "./engine/clock.ts";
import { createEngine } from "./engine/index.ts";
import { readRuntimesFile } from "./runtimes-file.ts";
import { defaultSettings, type Settings, settingsFrom } from "./settings.ts";

export interface StartOptions {
  /** The folder of everything the platform keeps; made when missing. Default: PLATFORM_DATA_DIR. */
  dataDir?: string;
  host?: string;
  /** 0 takes a free one. */
  port?: number;
  /** Handed to every bot's environment. */
  botEnv?: Record<string, string>;
  /** A file that adds runtimes to the table, or replaces some (docs/reference/bot-config.md). */
  runtimesFile?: string;
  /** How bots are isolated. A level: that one, or no bot is started. Default: PLATFORM_ISOLATION, or `auto`. */
  isolation?: WantedIsolation;
  /** Any other setting; wins over the environment. */
  settings?: Partial<Settings>;
  /** Where PLATFORM_* variables are read. Default: the process's own environment. */
  env?: Record<string, string | undefined>;
  /** Default: local processes. */
  executor?: Executor;
  clock?: Clock;
  /** Default: to standard error, from `info` on. */
  log?: Logger;
}

const loopback = ["127.0.0.1", "::1", "localhost"];

/**
 * Starts a platform and resolves once it listens and its bots are cared for. It handles no signals: its caller closes it.
 *
 * Throws an `Error` with a `code`: `data_dir_locked` (another platform has the data folder; its message names that
 * one), `data_dir_unusable`, `store_damaged`, `port_taken`, `host_unusable`, `settings_invalid`.
 */
export async function startPlatform(options: StartOptions): Promise<Platform> {
  const settings = settingsOf(options);
  const log = options.log ?? pino({ base: null }, pino.destination({ dest: 2, sync: true }));
  const executor = async () =>
    options.executor ??
    createProcessExecutor({ dir: join(settings.dataDir, "executor"), isolation: settings.isolation });
  const clock = options.clock ?? systemClock;
  const platform = await compose({ settings, clock, log, executor, createEngine });
  if (!loopback.includes(settings.host)) {
    log.warn(
      `The platform listens on ${settings.host}, not only on this machine, and speaks plain HTTP: put a proxy with TLS in front of it.`,
    );
  }
  if (platform.newKeyFile !== undefined) {
    log.info(`The first user is "admin"; its API key is in ${platform.newKeyFile}, readable by you alone.`);
  }
  return platform;
}

function settingsOf(options: StartOptions): Settings {
  const { dataDir, host, port, botEnv, runtimesFile, isolation } = options;
  const given = Object.fromEntries(
    Object.entries({ dataDir, host, port, botEnv, runtimesFile, isolation }).filter(
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
