import { nextTicks, type Schedule, ticksBetween } from "@botyard/manifest";

/** A tick is not started later than this after its time. */
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
  const isLate = (tick: Date) => wasDown || now.getTime() - tick.getTime() > startDeadlineMs;
  const due = passed.ticks.filter((tick) => !isLate(tick));
  const missed = passed.ticks.filter(isLate);
  const last = missed.at(-1);
  if (catchUp === "last" && due.length === 0 && last) {
    missed.pop();
    due.push(last);
  }
  const dropped = Math.max(0, missed.length - missedAtMost);
  return {
    due,
    missed: missed.slice(dropped),
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
