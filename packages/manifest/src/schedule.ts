import { Cron } from "croner";
import { readCron } from "./cron-fields.ts";
import { show } from "./fields.ts";
import { nearest } from "./nearest.ts";
import type { Problem } from "./problem.ts";
import { WallClock } from "./wall-clock.ts";

/** When a scheduled bot runs: a five-field cron expression, and the time zone whose clock it speaks of. */
export type Schedule = { cron: string; timezone: string };

/** Checks a cron expression and a time zone (IANA); `schedule` is there when nothing is wrong. */
export function checkSchedule(
  cron: string,
  timezone = "UTC",
  file = "instance",
): { schedule?: Schedule; problems: Problem[] } {
  const { faults } = readCron(cron);
  const problems = faults.map(
    (fault): Problem => ({ ...fault, file, pointer: "/schedule", severity: "error" }),
  );
  if (!isTimezone(timezone)) {
    const near = nearest(timezone, Intl.supportedValuesOf("timeZone"));
    problems.push({
      code: "schedule.unknown_timezone",
      file,
      pointer: "/timezone",
      message: `There is no time zone ${show(timezone)}.`,
      next: near ? `Did you mean "${near}"?` : 'Write an IANA name such as "Europe/London", or "UTC".',
      severity: "error",
    });
  }
  return problems.length > 0 ? { problems } : { schedule: { cron, timezone }, problems };
}

/** An offset such as `+02:00` is no zone: it knows no summer time, and users who write one expect it. */
function isTimezone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/**
 * The next `count` ticks strictly after `after`, fewer only at the end of time.
 *
 * Where the clock changes: a schedule of fixed hours fires once for a time that comes twice (the first one), and at
 * the first moment after the gap for times that are left out, once for all of them. A schedule of every hour (`*` or
 * a step in the hour field) follows the clock: it fires at every reading that fits, whichever time it comes round.
 */
export function nextTicks(schedule: Schedule, after: Date, count: number): Date[] {
  const ticks: Date[] = [];
  const next = tickFinder(schedule);
  for (let last = after.getTime(); ticks.length < count; ) {
    const tick = next(last);
    if (tick === undefined) break;
    ticks.push(new Date(tick));
    last = tick;
  }
  return ticks;
}

/** The ticks in (`fromExclusive`, `toInclusive`], the first `cap` of them. */
export function ticksBetween(
  schedule: Schedule,
  fromExclusive: Date,
  toInclusive: Date,
  cap: number,
): Date[] {
  const ticks: Date[] = [];
  const next = tickFinder(schedule);
  for (let last = fromExclusive.getTime(); ticks.length < cap; ) {
    const tick = next(last);
    if (tick === undefined || tick > toInclusive.getTime()) break;
    ticks.push(new Date(tick));
    last = tick;
  }
  return ticks;
}

type TickFinder = (after: number) => number | undefined;

const finders = new Map<string, TickFinder>();
const cachedFinders = 1000;

function tickFinder({ cron, timezone }: Schedule): TickFinder {
  const key = `${timezone}\n${cron}`;
  const finder = finders.get(key) ?? makeTickFinder(cron, timezone);
  finders.delete(key);
  finders.set(key, finder);
  if (finders.size > cachedFinders) finders.delete(finders.keys().next().value!);
  return finder;
}

/** The search asks croner for readings only, as if no clock ever changed; the changes are applied here. */
function makeTickFinder(written: string, timezone: string): TickFinder {
  const { cron, faults } = readCron(written);
  if (cron === undefined)
    throw new RangeError(faults.map((fault) => `${fault.message} ${fault.next}`).join(" "));
  const firstReading = readingFinder(cron.text);
  const clock = new WallClock(timezone);
  return (after) => {
    for (const { start, end, offset, unseen } of clock.stretches(after)) {
      const first = start + offset;
      if (!cron.everyHour && unseen < first && start > after && firstReading(unseen) < first) return start;
      // Whole seconds, the first one after `after`.
      const soonest = Math.max(first, (Math.floor(after / 1000) + 1) * 1000 + offset);
      const reading = firstReading(cron.everyHour ? soonest : Math.max(soonest, unseen));
      if (reading === Infinity) return undefined;
      if (reading - offset < end) return reading - offset;
    }
    return undefined;
  };
}

/** The first reading at or after another that fits a pattern; `Infinity` when none comes any more. */
function readingFinder(text: string): (from: number) => number {
  const pattern = new Cron(text, { mode: "5-part", timezone: "UTC", paused: true });
  let asked = { from: 0, found: -1 };
  return (from) => {
    if (asked.from <= from && from <= asked.found) return asked.found;
    asked = { from, found: pattern.nextRun(new Date(from - 1000))?.getTime() ?? Infinity };
    return asked.found;
  };
}
