import type { Target } from "@botyard/manifest";
import type { Executor, LaunchCounters, LaunchUsage } from "@botyard/runtime";
import type { Logger } from "pino";
import type { Bus } from "../bus.ts";
import type { Clock } from "../clock.ts";
import type { Actor, Bot, Run } from "../model/model.ts";
import type { Trace } from "../model/trace.ts";
import type { BotIsolation, BotNetwork, NetworkUse } from "../networks/index.ts";
import type { StoredPackages } from "../processes/index.ts";
import type { QueryOutcome } from "../queries/index.ts";
import type { Vault } from "../secrets/index.ts";
import type { Capacity } from "../settings/commitments.ts";
import type { Settings } from "../settings/settings.ts";
import type { CutScope, Once, Storage } from "../store/index.ts";

/** The parts that the engine uses. */
export interface EngineParts {
  storage: Storage;
  executor: Executor;
  settings: Settings;
  vault: Vault;
  packages: StoredPackages;
  folderId: string | undefined;
  bus: Bus;
  clock: Clock;
  log: Logger;
}

/** The part of the platform that runs bots. The HTTP part calls it, never the reverse. */
export interface Engine {
  /** Takes over running processes, collects their output, settles ticks, and begins to supervise bots. */
  start(): Promise<void>;
  /** Stops the engine, and with `stopBots` the bots too. Does not change the desired state of bots. */
  stop(options: { stopBots: boolean }): Promise<void>;
  /** Reports that a bot's row (desired state, revision, generation) has changed. Returns immediately. */
  changed(botId: string): void;
  /**
   * Reports that a secret that bots use was set or deleted. Returns immediately.
   * @param what says so in their logs, in a sentence
   */
  secretChanged(botIds: readonly string[], what: string): void;
  /**
   * Queues a run by hand for a scheduled bot.
   * @param trace what it belongs to (default: a new one)
   */
  runNow(bot: Bot, once?: Once, trace?: Trace): Promise<Run>;
  /** Cancels a queued or running run. Resolves to the run, or to `undefined` if it had already finished. */
  cancelRun(runId: string, once?: Once): Promise<Run | undefined>;
  /** Sends a query to a bot. `gone` aborts when the client has disconnected; the outcome is then ignored. */
  query(
    bot: Bot,
    path: string,
    params: Record<string, unknown>,
    timeoutMs: number,
    gone: AbortSignal,
    trace?: Trace,
  ): Promise<QueryOutcome>;
  /** Measures what the process of a realtime bot or of the current run uses; `undefined` if there is none. */
  usage(bot: Bot): Promise<LaunchUsage | undefined>;
  /** Number of runs and queries that wait for their turn. */
  waiting(): number;
  /** Reads what is known at once of the process of a realtime bot or of the current run; `undefined` if there is none. */
  counters(botId: string): (Partial<LaunchCounters> & { unreadBytes: number }) | undefined;
  /** Returns what the files of a bot use on the disk, and their number; `undefined` if that is not known. */
  stored(bot: Bot): Promise<{ bytes: number; files: number } | undefined>;
  /** What the files of all bots of a user use on the disk, as measured last; `undefined` if only the store knows it. */
  storedBy(userId: string): number | undefined;
  /**
   * Counts what the platform is about to write to the files of a bot, or, below 0, has removed.
   *
   * @throws {PlatformError} `quota_exceeded`
   */
  writing(bot: Bot, bytes: number): void;
  /** Returns what a bot may connect to. */
  network(bot: Bot): Promise<BotNetwork>;
  /** Cuts a host, or everything. Resolves when the connections of running bots have been reset. */
  cut(scope: CutScope, host: string | undefined, actor: Actor, once?: Once): Promise<void>;
  /** Removes a cut of exactly this scope, or all of them. */
  restore(scope: CutScope, host?: string, actor?: Actor, once?: Once): Promise<void>;
  isolation(): BotIsolation;
  /** What bots have connected to since the platform started. */
  networkUse(): NetworkUse;
  /** Returns what bots can use together: bytes of memory, cores, and bytes of disk space. */
  capacity(): Promise<Capacity>;
  /** Describes what bots run on. */
  target(): Promise<Target>;
  /** Why bots are neither run nor changed: the data folder is a copy. `undefined` if it is not. */
  copy(): string | undefined;
  /** Why no bot can be started, and when the platform retries; `undefined` if bots can be started. */
  obstacle(): { why: string; retryAfterSeconds: number } | undefined;
}
