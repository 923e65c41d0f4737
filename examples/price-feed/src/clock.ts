/** Returns the current date of the feed, `YYYY-MM-DD`. */
export type Clock = () => string;

/**
 * Trading days are counted from this moment, not from the start of the process, so that a restart does not change the
 * date of the feed and two feeds have the same date.
 */
const epoch = Date.UTC(2026, 0, 1);

/** Returns a clock that always has the same date. */
export const fixedClock =
  (date: string): Clock =>
  () =>
    date;

/**
 * Returns a clock that steps through `days`, spending `secondsPerDay` of real time on each. After the last day it begins
 * again with the first.
 */
export function replayClock(
  days: readonly string[],
  secondsPerDay: number,
  now: () => number = Date.now,
): Clock {
  return () => {
    const walked = Math.floor((now() - epoch) / (secondsPerDay * 1000));
    return days[((walked % days.length) + days.length) % days.length]!;
  };
}
