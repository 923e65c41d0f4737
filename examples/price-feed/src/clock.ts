/** A moment of the feed. */
export type Now = {
  /** The date, `YYYY-MM-DD`. */
  date: string;
  /** Returns the time, RFC 3339, at which the close of a day was published. A stopped clock has none. */
  publishedAt?: (day: string) => string;
};

/** Returns the current moment of the feed. */
export type Clock = () => Now;

/**
 * Trading days are counted from this moment, not from the start of the process, so that a restart does not change the
 * date of the feed and two feeds have the same date.
 */
const epoch = Date.UTC(2026, 0, 1);

/** Returns a clock that always has the same date. */
export const fixedClock =
  (date: string): Clock =>
  () => ({ date });

/**
 * Returns a clock that steps through the days since `start`, spending `secondsPerDay` of real time on each. After the
 * last day it begins again with the first. `days` are all days that have a close: those before `start` are published
 * before each lap, in the same steps.
 */
export function replayClock(
  days: readonly string[],
  start: string,
  secondsPerDay: number,
  now: () => number = Date.now,
): Clock {
  const numbers = new Map(days.map((day, number) => [day, number]));
  const first = days.findIndex((day) => day >= start);
  const lapLength = days.length - first;
  const dayMs = secondsPerDay * 1000;
  return () => {
    const walked = Math.floor((now() - epoch) / dayMs);
    const today = first + (((walked % lapLength) + lapLength) % lapLength);
    const publishedAt = (day: string) => {
      const steps = walked - (today - numbers.get(day)!);
      return new Date(epoch + Math.floor(steps * dayMs)).toISOString();
    };
    return { date: days[today]!, publishedAt };
  };
}
