import type { Bot, BotStatus, Client } from "@botyard/client";
import type { Context } from "../context.ts";
import { exitCodes } from "../exit-codes.ts";
import { Failure, usage } from "../failure.ts";
import { clean } from "../output/clean.ts";
import { duration, span } from "../output/times.ts";
import { logLine } from "./log-text.ts";

/** A bot that exits within this many seconds of its start counts as not started. */
const firstSecond = 1;
const lookMs = 100;

export function timeoutOf(text: string | undefined, fallbackMs: number): number {
  if (text === undefined) return fallbackMs;
  const milliseconds = span(text);
  if (milliseconds === undefined || milliseconds <= 0) {
    throw usage(`--timeout ${text} is not a duration such as 30s or 2m.`);
  }
  return milliseconds;
}

/**
 * Waits until a bot that was started is running or idle.
 *
 * @throws {Failure} exit code 1 if it failed or exited right away, after printing its last log lines; 7 on time-out
 */
export async function settleStarted(
  context: Context,
  client: Client,
  bot: Bot,
  timeoutMs: number,
): Promise<Bot> {
  const restartsBefore = bot.restarts;
  const up = await waitFor(context, client, bot, ["running", "idle", "failed"], timeoutMs);
  if (up.status === "failed") throw await notStarted(context, client, up);
  if (up.status === "idle") return up;
  const ended = await client.bots.wait(up.bot_id, ["backing_off", "failed"], firstSecond);
  const now = ended ?? (await client.bots.get(up.bot_id));
  if (ended || now.restarts > restartsBefore) throw await notStarted(context, client, now);
  return now;
}

/** A realtime bot that should be running restarts only when its version or config changes. */
export function needsRestart(before: Bot, after: Bot): boolean {
  if (after.desired !== "running" || !after.type.startsWith("realtime/")) return false;
  return before.version !== after.version || JSON.stringify(before.config) !== JSON.stringify(after.config);
}

/** Waits until a bot runs in a new process, then as `settleStarted` does. */
export async function settleRestarted(
  context: Context,
  client: Client,
  before: Bot,
  timeoutMs: number,
): Promise<Bot> {
  if (before.started_at === undefined) return settleStarted(context, client, before, timeoutMs);
  const until = context.clock.now().getTime() + timeoutMs;
  let now = await client.bots.get(before.bot_id);
  while (
    now.started_at === before.started_at &&
    now.status !== "failed" &&
    context.clock.now().getTime() < until
  ) {
    await context.clock.sleep(lookMs, context.signal);
    now = await client.bots.get(before.bot_id);
  }
  return settleStarted(context, client, now, Math.max(1, until - context.clock.now().getTime()));
}

/**
 * Waits until the bot has one of the statuses.
 *
 * @throws {Failure} exit code 7 on time-out; the platform continues
 */
export async function waitFor(
  context: Context,
  client: Client,
  bot: Bot,
  statuses: BotStatus[],
  timeoutMs: number,
): Promise<Bot> {
  const until = context.clock.now().getTime() + timeoutMs;
  while (true) {
    const left = (until - context.clock.now().getTime()) / 1000;
    if (left <= 0) break;
    const reached = await client.bots.wait(bot.bot_id, statuses, Math.min(left, 30));
    if (reached) return reached;
  }
  const now = await client.bots.get(bot.bot_id);
  throw new Failure(
    exitCodes.unreachable,
    `The bot ${bot.name} is still ${now.status} after ${duration(timeoutMs)}. The platform continues in the background.`,
    { next: [`platform bot get ${bot.bot_id}`, "to wait longer: --timeout 5m"] },
  );
}

async function notStarted(context: Context, client: Client, bot: Bot): Promise<Failure> {
  const items = await client.logs.newest(bot.bot_id, 20);
  if (items.length > 0) {
    context.stderr.write(`The last ${items.length} log lines of ${clean(bot.name)}:\n`);
    for (const record of items) context.stderr.write(`  ${logLine(context, record)}`);
  }
  const why = bot.detail ? ` ${clean(bot.detail)}` : "";
  const state = bot.status === "failed" ? "failed" : "exited right after its start; the platform restarts it";
  return new Failure(exitCodes.failure, `The bot ${clean(bot.name)} ${state}.${why}`, {
    next: [`platform bot logs ${bot.bot_id}`, `platform bot get ${bot.bot_id}`],
  });
}
