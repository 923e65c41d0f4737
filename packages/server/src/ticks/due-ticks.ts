import { nextTicks, type Schedule, ticksBetween } from "@botyard/manifest";
import { newId, tickRunId } from "../model/ids.ts";
import type { Bot, Run } from "../model/model.ts";
import { newTrace, traceFields } from "../model/trace.ts";

/*
 * What happens to the ticks of a schedule. A tick is taken up at its time, or when the platform is back, and no later
 * than the bot's start deadline: its run is queued then, and waits for a slot however long. It is recorded as
 *
 * - missed, if the platform noticed it after the deadline ({@link dueTicks}), was down for longer than the deadline
 *   while its run was queued, or could start no bot before the deadline (both in `runs`);
 * - skipped, if the bot's previous run has not ended ({@link tickRows}).
 *
 * With `catch_up: last` the newest missed tick is started after all, unless another one is due.
 */

/** Maximum number of missed ticks of a bot that are recorded individually. */
const missedAtMost = 1_000;

export interface Due {
  /** Ticks to start, in order. */
  due: Date[];
  /** Missed ticks to record, in order; only the newest if there are too many. */
  missed: Date[];
  /** Number of older missed ticks. */
  unrecorded: number;
  /** The first future tick. */
  next: Date | undefined;
}

type Deadline = Pick<Bot, "start_deadline_seconds">;

/** Whether `now` is later than the start deadline, counted from `since`. */
function isLate({ start_deadline_seconds: deadline }: Deadline, since: Date, now: Date): boolean {
  return now.getTime() - since.getTime() > deadline * 1000;
}

/** The end of a tick's run that could not be started in time. */
export function missed({ start_deadline_seconds }: Deadline, tick: Date, now: Date, why = "") {
  const late_seconds = Math.ceil((now.getTime() - tick.getTime()) / 1000);
  const detail = `The run was not started: the tick was ${late_seconds} s late, and the start deadline is ${start_deadline_seconds} s (start_deadline_seconds).${why && ` ${why}`}`;
  const finished_at = now.toISOString();
  return { status: "missed", detail, late_seconds, start_deadline_seconds, finished_at } as const;
}

/** The end of a tick's run that was queued when the platform went down, if that was for longer than the start deadline. */
export function missedWhileDown(bot: Deadline, run: Run, aliveUntil: Date, now: Date) {
  if (run.tick === undefined) return undefined;
  const queuedAt = new Date(run.queued_at);
  const since = queuedAt > aliveUntil ? queuedAt : aliveUntil;
  return isLate(bot, since, now) ? missed(bot, new Date(run.tick), now) : undefined;
}

/** Returns the ticks of a schedule since it was last settled. */
export function dueTicks(
  bot: Deadline & Pick<Bot, "catch_up">,
  schedule: Schedule,
  { settledUntil, now }: { settledUntil: Date; now: Date },
): Due {
  const passed = ticksOf(schedule, settledUntil, now);
  const isMissed = (tick: Date) => isLate(bot, tick, now);
  const due = passed.ticks.filter((tick) => !isMissed(tick));
  const late = passed.ticks.filter(isMissed);
  const last = late.at(-1);
  if (bot.catch_up === "last" && due.length === 0 && last) {
    late.pop();
    due.push(last);
  }
  const dropped = Math.max(0, late.length - missedAtMost);
  return {
    due,
    missed: late.slice(dropped),
    unrecorded: passed.skipped + dropped,
    next: nextTicks(schedule, now > settledUntil ? now : settledUntil, 1)[0],
  };
}

/** Returns the ticks after `from` up to `to`; only the newest if there are very many. */
function ticksOf(schedule: Schedule, from: Date, to: Date): { ticks: Date[]; skipped: number } {
  const cap = 100_000;
  if (to <= from) return { ticks: [], skipped: 0 };
  const ticks = ticksBetween(schedule, from, to, cap);
  let skipped = 0;
  while (ticks.length >= cap) {
    // Drop all but the newest and continue from there.
    const kept = ticks.splice(0, ticks.length - missedAtMost);
    skipped += kept.length;
    const more = ticksBetween(schedule, ticks.at(-1) ?? to, to, cap - ticks.length);
    if (more.length === 0) break;
    ticks.push(...more);
  }
  return { ticks, skipped };
}

/** A bot and the ticks of its schedule since it was last settled. */
export interface Ripe {
  bot: Bot;
  due: Due;
}

/** Returns the rows that record the ticks, and those runs that are to be started, at most one per bot. */
export function tickRows(
  ripe: readonly Ripe[],
  now: Date,
  isBusy: (botId: string) => boolean,
): { rows: Run[]; starting: { bot: Bot; run: Run }[] } {
  const rows: Run[] = [];
  const starting: { bot: Bot; run: Run }[] = [];
  for (const { bot, due } of ripe) {
    for (const [at, tick] of due.missed.entries()) {
      const before =
        at === 0 && due.unrecorded > 0 ? `${due.unrecorded} earlier ticks were missed as well.` : "";
      rows.push({ ...newRun(bot, now, tick), ...missed(bot, tick, now, before) });
    }
    const [first, ...others] = due.due;
    if (!first) continue;
    const busy = isBusy(bot.bot_id);
    if (!busy) {
      const run = { ...newRun(bot, now, first), ...traceFields(newTrace()) };
      rows.push(run);
      starting.push({ bot, run });
    }
    for (const tick of busy ? due.due : others) {
      rows.push({ ...newRun(bot, now, tick), ...skipped(now) });
    }
  }
  return { rows, starting };
}

export function newRun(bot: Bot, now: Date, tick?: Date): Run {
  return {
    id: tick ? tickRunId(bot.bot_id, tick) : newId("run", now.getTime()),
    bot_id: bot.bot_id,
    ...(tick && { tick: tick.toISOString() }),
    scheduled_at: (tick ?? now).toISOString(),
    status: "queued",
    version: bot.version,
    revision: bot.revision,
    queued_at: now.toISOString(),
  };
}

function skipped(now: Date) {
  const detail = "The previous run had not ended.";
  return { status: "skipped", detail, finished_at: now.toISOString() } as const;
}
