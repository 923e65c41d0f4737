/** Tells the feed's present date, `YYYY-MM-DD`. */
export type Clock = () => string;

/**
 * Trading days are counted from this moment and from no other, least of all from the start of the process:
 * so a feed that was down for an hour is where it would have been anyway, and two feeds agree.
 */
const epoch = Date.UTC(2026, 0, 1);

/** A clock that always tells the same date. */
export const fixedClock =
  (date: string): Clock =>
  () =>
    date;

/**
 * A clock that walks through `days`, one of them in so many seconds of real time. After the last day comes the
 * first one again: the replay never ends.
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
