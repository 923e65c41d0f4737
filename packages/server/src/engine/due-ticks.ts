import { nextTicks, type Schedule, ticksBetween } from "@botyard/manifest";

/** A tick that is started later than this after its time is no help to anybody. */
export const startDeadlineMs = 60_000;

/** Missed ticks of one bot that are recorded one by one. */
const missedAtMost = 1_000;

export interface Due {
  /** To be started, in order. */
  due: Date[];
  /** To be recorded, in order; after a very long time only the newest. */
  missed: Date[];
  /** Missed ticks older than those. */
  unrecorded: number;
  /** The first tick that is still to come. */
  next: Date | undefined;
}

/** What has become of a schedule between two moments. */
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
    /** The platform did not run in between: nothing is started late, except to catch up. */
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

/** Ticks after one moment up to another. Of a very long time only the newest are looked at one by one. */
function ticksOf(schedule: Schedule, from: Date, to: Date): { ticks: Date[]; skipped: number } {
  const cap = 100_000;
  if (to <= from) return { ticks: [], skipped: 0 };
  const ticks = ticksBetween(schedule, from, to, cap);
  let skipped = 0;
  while (ticks.length >= cap) {
    // Drop all but the newest and go on from there.
    const kept = ticks.splice(0, ticks.length - missedAtMost);
    skipped += kept.length;
    const more = ticksBetween(schedule, ticks.at(-1) ?? to, to, cap - ticks.length);
    if (more.length === 0) break;
    ticks.push(...more);
  }
  return { ticks, skipped };
}
