import type { IsolationReport } from "@botyard/runtime";
import type { Bot, Run } from "../model.ts";

/** A query's way out, as the table of the query endpoint names it. */
export type QueryOutcome =
  /** The bot answered: its own status (200, 400, 404 or 500) and its own bytes. */
  | { kind: "answered"; status: number; body: Uint8Array }
  | { kind: "not_running" }
  | { kind: "not_listening"; retryAfterSeconds: number }
  | { kind: "too_many"; retryAfterSeconds: number }
  /** The process that would answer cannot be started, because no bot can be. */
  | { kind: "not_isolated"; why: string; retryAfterSeconds: number }
  | { kind: "broken"; detail: string }
  | { kind: "timed_out"; afterMs: number };

/** The moving half of the platform: what keeps processes as users asked. The HTTP half calls it, never the reverse. */
export interface Engine {
  /** Adopts what still runs, ingests what was written meanwhile, settles ticks, then begins to work. */
  start(): Promise<void>;
  /** Leaves bots running unless told to stop them; neither changes desired state. */
  stop(options: { stopBots: boolean }): Promise<void>;
  /** The bot's row changed (desired state, revision, generation): bring its processes to it. Returns at once. */
  changed(botId: string): void;
  /** Queues a run by hand of a scheduled bot. */
  runNow(bot: Bot): Promise<Run>;
  /** Ends a queued or running run; resolves to the run as it then is, `undefined` when it had ended. */
  cancelRun(runId: string): Promise<Run | undefined>;
  /** `gone` aborts when nobody waits for the answer any more: then any outcome will do, and soon. */
  query(
    bot: Bot,
    path: string,
    params: Record<string, unknown>,
    timeoutMs: number,
    gone: AbortSignal,
  ): Promise<QueryOutcome>;
  isolation(): IsolationReport;
  /** Why no bot is started, and when the platform tries again; `undefined` when bots can be started. */
  obstacle(): { why: string; retryAfterSeconds: number } | undefined;
}
