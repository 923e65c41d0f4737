import { LaunchError } from "@botyard/runtime";
import { PackageCorruptError } from "../custom-bots/package-corrupt.ts";
import { isDiskFull, messageOf } from "../errors/platform-error.ts";
import type { Bot, Retry } from "../model/model.ts";
import type { StatusChange } from "../store/index.ts";
import { afterEnd, afterNoRoom, type Backoff, freshBackoff, retryOf } from "./backoff.ts";

/** The fields of a bot that has no process. */
export const noProcess = { startedAt: null, runningRevision: null } as const;

/**
 * Returns the changes of a bot that cannot be started now; none if it is waiting for the same reason already.
 *
 * @param before changes that led to this start and are not stored yet
 */
export function waiting(
  bot: Bot,
  backoff: Backoff,
  before: readonly StatusChange[],
  {
    reason,
    obstacle,
  }: { reason: "isolation_unavailable" | "secret_unavailable" | "quota_exceeded"; obstacle: string },
): StatusChange[] {
  const detail = `The bot cannot be started now. ${obstacle}`;
  if (bot.detail === detail && before.length === 0) return [];
  const why = { reason, detail };
  if (bot.status === "pending") return [{ status: "pending", ...why, backoff: null }];
  return [...before, { status: "backing_off", ...why, ...noProcess, backoff: remembered(backoff, bot) }];
}

/** Returns the change of a bot whose process could not be started: `backing_off` if that is tried again. */
export function notStarted(
  bot: Bot,
  backoff: Backoff,
  { error, at }: { error: unknown; at: number },
): StatusChange {
  const detail = messageOf(error);
  const gaveUp = { status: "failed", detail, backoff: remembered(freshBackoff, bot) } as const;
  if (error instanceof PackageCorruptError) return { ...gaveUp, reason: "package_corrupt" };
  const next = isDiskFull(error) ? afterNoRoom(backoff, { at }) : afterEnd(backoff, { at, uptime: 0 });
  const hopeless = error instanceof LaunchError && error.code !== "spawn_failed";
  if (hopeless || !next) return { ...gaveUp, reason: "start_error" };
  return { status: "backing_off", detail, backoff: remembered(next, bot, retryOf(next, next.until, bot)) };
}

/**
 * Returns the change of a bot whose process ended without being stopped.
 *
 * @param next the back-off before the next start; `undefined` if there is none
 * @param how the end as a sentence
 */
export function processEnded(
  bot: Bot,
  next: (Backoff & { until: number }) | undefined,
  how: string,
): StatusChange {
  if (next) {
    const backoff = remembered(next, bot, retryOf(next, next.until, bot));
    return { status: "backing_off", detail: how, ...noProcess, backoff };
  }
  return {
    status: "failed",
    reason: "crash_loop",
    detail: `${how} It was the tenth exit within ten minutes, so the bot is not restarted.`,
    ...noProcess,
    backoff: remembered(freshBackoff, bot),
  };
}

function remembered(
  { ends, step, until = 0 }: Backoff,
  { generation, revision }: Bot,
  retry?: Retry,
): string {
  const under = { generation, revision };
  // The store reads `retry` for the documents of bots.
  return JSON.stringify({ ends, step, until, under, retry } satisfies Backoff & { retry: Retry | undefined });
}
