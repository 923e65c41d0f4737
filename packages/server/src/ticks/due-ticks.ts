import { nextTicks, type Schedule, ticksBetween } from "@botyard/manifest";
import { newId, tickRunId } from "../ids.ts";
import type { Bot, Run } from "../model.ts";

/**
 * What happens to the ticks of a schedule. A tick is started at its time, and no later than `startDeadlineMs` after it.
 * It is recorded as
 *
 * - missed, if the platform was not running at its time or noticed it too late ({@link dueTicks}), was stopped before
 *   the queued run was started, or could start no bot before the deadline (both {@link missed}, in `runs`);
 * - skipped, if the bot's previous run has not ended ({@link tickRows}).
 *
 * With `catch_up: last` the newest missed tick is started after all, unless another one is due.
 */
export const startDeadlineMs = 60_000;

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

export function isLate(tick: Date, now: Date): boolean {
  return now.getTime() - tick.getTime() > startDeadlineMs;
}

/** The end of a tick's run that could not be started in time. */
export function missed(now: Date, why = "") {
  const detail = `The tick passed while the run could not be started.${why && ` ${why}`}`;
  return { status: "missed", detail, finished_at: now.toISOString() } as const;
}

/** Returns the ticks of a schedule since it was last settled. */
export function dueTicks(
  schedule: Schedule,
  {
    settledUntil,
    now,
    wasDown,
    catchUp,
  }: {
    settledUntil: Date;
    now: Date;
    /** The platform was not running meanwhile: no tick is started late, except to catch up. */
    wasDown: boolean;
    catchUp: "none" | "last";
  },
): Due {
  const passed = ticksOf(schedule, settledUntil, now);
  const isMissed = (tick: Date) => wasDown || isLate(tick, now);
  const due = passed.ticks.filter((tick) => !isMissed(tick));
  const late = passed.ticks.filter(isMissed);
  const last = late.at(-1);
  if (catchUp === "last" && due.length === 0 && last) {
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
      rows.push({ ...newRun(bot, now, tick), ...missed(now, before) });
    }
    const [first, ...others] = due.due;
    if (!first) continue;
    const busy = isBusy(bot.bot_id);
    if (!busy) {
      const run = newRun(bot, now, first);
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
