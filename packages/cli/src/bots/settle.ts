import type { Bot, BotStatus, Client } from "@botyard/client";
import type { Context } from "../context.ts";
import { exitCodes } from "../exit-codes.ts";
import { Failure, usage } from "../failure.ts";
import { clean } from "../output/clean.ts";
import { counted } from "../output/counted.ts";
import { duration, span } from "../output/times.ts";
import { showQuotas } from "../report.ts";
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
 * @throws {Failure} exit code 1 if it failed, exited right away or waits for a quota, after printing its last log lines;
 * 7 on time-out
 */
export async function settleStarted(
  context: Context,
  client: Client,
  bot: Bot,
  timeoutMs: number,
): Promise<Bot> {
  const up = await waitFor(context, client, bot, ["running", "idle", "failed"], timeoutMs, waitsForQuota);
  return settleFirstSecond(context, client, up, { since: bot.updated_at, restarts: bot.restarts });
}

/**
 * Waits until a bot runs in a process that was started because of a request, then as {@link settleStarted} does.
 *
 * @param before the bot before the request
 * @param told the answer to the request
 */
export async function settleRestarted(
  context: Context,
  client: Client,
  { before, told }: { before: Bot; told: Bot },
  timeoutMs: number,
): Promise<Bot> {
  const until = context.clock.now().getTime() + timeoutMs;
  const isNew = told.revision > before.revision;
  let now = await client.bots.get(told.bot_id);
  while (!isAnswer(now, told, isNew)) {
    if (isRetried(now, told, isNew) || waitsForQuota(now)) {
      throw await notStarted(context, client, now, told.updated_at);
    }
    if (context.clock.now().getTime() >= until) throw tooLate(now, timeoutMs);
    await context.clock.sleep(lookMs, context.signal);
    now = await client.bots.get(told.bot_id);
  }
  return settleFirstSecond(context, client, now, { since: told.updated_at, restarts: now.restarts });
}

/**
 * Watches a bot that has just been started.
 *
 * @param since older log lines are not printed
 * @param restarts how often it had been restarted before
 */
async function settleFirstSecond(
  context: Context,
  client: Client,
  up: Bot,
  { since, restarts }: { since: string; restarts: number },
): Promise<Bot> {
  if (up.status === "failed" || waitsForQuota(up)) throw await notStarted(context, client, up, since);
  if (up.status === "idle") return up;
  const ended = await client.bots.wait(up.bot_id, ["backing_off", "failed"], firstSecond);
  const now = ended ?? (await client.bots.get(up.bot_id));
  if (ended || now.restarts > restarts) throw await notStarted(context, client, now, since);
  return now;
}

/** Whether a bot is started only once its user has room, which may take any time. */
function waitsForQuota({ status, reason }: Bot): boolean {
  return reason === "quota_exceeded" && (status === "pending" || status === "backing_off");
}

/** Whether the status of a bot is that after the request. Until the platform has acted, it is the one before. */
function isAnswer(now: Bot, told: Bot, isNew: boolean): boolean {
  if (now.status === "failed" || now.status === "idle") return true;
  if (now.status !== "running") return false;
  // Older platforms do not report the revision.
  if (isNew && now.running_revision !== undefined) return now.running_revision >= told.revision;
  return now.started_at !== undefined && Date.parse(now.started_at) >= Date.parse(told.updated_at);
}

/** Whether a process that was started because of the request has ended, or could not be started. */
function isRetried({ status, retry, restarts }: Bot, told: Bot, isNew: boolean): boolean {
  if (status !== "backing_off") return false;
  return isNew && retry?.revision !== undefined ? retry.revision >= told.revision : restarts > told.restarts;
}

/**
 * Waits until the bot has one of the statuses.
 *
 * @param isOver also ends the wait; it is asked every second
 * @throws {Failure} exit code 7 on time-out; the platform continues
 */
export async function waitFor(
  context: Context,
  client: Client,
  bot: Bot,
  statuses: BotStatus[],
  timeoutMs: number,
  isOver?: (bot: Bot) => boolean,
): Promise<Bot> {
  const until = context.clock.now().getTime() + timeoutMs;
  while (true) {
    const left = (until - context.clock.now().getTime()) / 1000;
    const reached = await client.bots.wait(bot.bot_id, statuses, Math.min(left, isOver ? 1 : 30));
    if (reached) return reached;
    const now = await client.bots.get(bot.bot_id);
    if (isOver?.(now)) return now;
    if (context.clock.now().getTime() >= until) throw tooLate(now, timeoutMs);
  }
}

function tooLate(bot: Bot, timeoutMs: number): Failure {
  const why = bot.detail ? ` ${clean(bot.detail)}` : "";
  return new Failure(
    exitCodes.unreachable,
    `The bot ${clean(bot.name)} is still ${bot.status} after ${duration(timeoutMs)}.${why} The platform continues in the background.`,
    { next: [`platform bot get ${bot.bot_id}`, "to wait longer: --timeout 5m"] },
  );
}

async function notStarted(context: Context, client: Client, bot: Bot, since: string): Promise<Failure> {
  const newest = await client.logs.newest(bot.bot_id, 20);
  const items = newest.filter(({ ingested_at }) => Date.parse(ingested_at) >= Date.parse(since));
  if (items.length > 0) {
    context.stderr.write(`The last ${counted(items.length, "log line")} of ${clean(bot.name)}:\n`);
    for (const record of items) context.stderr.write(`  ${logLine(context, record)}`);
  }
  const why = bot.detail ? ` ${clean(bot.detail)}` : "";
  if (waitsForQuota(bot)) {
    const then = "The platform starts it as soon as there is room.";
    return new Failure(exitCodes.failure, `The bot ${clean(bot.name)} is not running.${why} ${then}`, {
      next: [showQuotas(), `platform bot get ${bot.bot_id}`],
    });
  }
  const state = bot.status === "failed" ? "failed" : "exited right after its start; the platform restarts it";
  return new Failure(exitCodes.failure, `The bot ${clean(bot.name)} ${state}.${why}`, {
    next: [`platform bot logs ${bot.bot_id}`, `platform bot get ${bot.bot_id}`],
  });
}
