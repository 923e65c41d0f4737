import { Cron } from "croner";
import { show } from "../documents/fields.ts";
import { nearest } from "../nearest.ts";
import type { Problem } from "../problems/problem.ts";
import { type CronFields, readCron } from "./cron-fields.ts";
import { WallClock } from "./wall-clock.ts";

/** A schedule: a cron expression with five fields, and the time zone in which it is interpreted. */
export type Schedule = { cron: string; timezone: string };

/** Checks a cron expression and an IANA time zone. `schedule` is set if there are no problems. */
export function checkSchedule(
  cron: string,
  timezone = "UTC",
  file = "instance",
): { schedule?: Schedule; problems: Problem[] } {
  const { faults } = readCron(cron);
  const problems = faults.map(
    (fault): Problem => ({ ...fault, file, pointer: "/schedule", severity: "error" }),
  );
  if (canonicalTimezone(timezone) === undefined) {
    const near = nearest(timezone, Intl.supportedValuesOf("timeZone"));
    problems.push({
      code: "schedule.unknown_timezone",
      file,
      pointer: "/timezone",
      message: `Unknown time zone ${show(timezone)}.`,
      next: near ? `Did you mean "${near}"?` : 'Write an IANA name such as "Europe/London", or "UTC".',
      severity: "error",
    });
  }
  return problems.length > 0 ? { problems } : { schedule: { cron, timezone }, problems };
}

/**
 * Returns the one name of a time zone that has several spellings and names; `undefined` if it is unknown. Offsets such as
 * `+02:00` are not accepted: they do not change with summer time, which their users may expect.
 */
export function canonicalTimezone(name: string): string | undefined {
  if (!/^[A-Za-z]/.test(name)) return undefined;
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/**
 * Returns the next `count` ticks strictly after `after`; fewer if they are beyond the range of `Date`.
 *
 * When the clock is changed: a schedule with fixed hours fires once for a repeated time (the first one), and once at the
 * end of the gap for all skipped times. A schedule that runs every hour (`*` or a step of `*` in the hour field) follows
 * the clock: it fires for every matching time, also for repeated ones.
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

/** Returns the first `cap` ticks in (`fromExclusive`, `toInclusive`]. */
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

/** Finds wall-clock times with croner in UTC, and applies the time zone's clock changes itself. */
function makeTickFinder(written: string, timezone: string): TickFinder {
  const { cron, faults } = readCron(written);
  if (cron === undefined)
    throw new RangeError(faults.map((fault) => `${fault.message} ${fault.next}`).join(" "));
  const firstReading = readingFinder(cron);
  const clock = new WallClock(timezone);
  return (after) => {
    for (const { start, end, offset, unseen } of clock.stretches(after)) {
      const first = start + offset;
      if (!cron.everyHour && unseen < first && start > after && firstReading(unseen) < first) return start;
      // The first whole second after `after`.
      const soonest = Math.max(first, (Math.floor(after / 1000) + 1) * 1000 + offset);
      const reading = firstReading(cron.everyHour ? soonest : Math.max(soonest, unseen));
      if (reading === Infinity) return undefined;
      if (reading - offset < end) return reading - offset;
    }
    return undefined;
  };
}

/** Returns a function that finds the first match at or after a wall-clock time; `Infinity` if there is none. */
function readingFinder({ text, bothDays }: CronFields): (from: number) => number {
  const options = { mode: "5-part", timezone: "UTC", paused: true, domAndDow: bothDays } as const;
  const pattern = new Cron(text, options);
  let asked = { from: 0, found: -1 };
  return (from) => {
    if (asked.from <= from && from <= asked.found) return asked.found;
    asked = { from, found: pattern.nextRun(new Date(from - 1000))?.getTime() ?? Infinity };
    return asked.found;
  };
}
