const latest = Date.UTC(10_000, 0, 1);

/** Returns the milliseconds of a time that the contract's format can express [MET-3]. */
export function millisecondsOf(now: Date): number {
  const milliseconds = now.getTime();
  if (milliseconds >= 0 && milliseconds < latest) return milliseconds;
  throw new RangeError(`the time must be between the years 1970 and 9999, got ${String(now)}`);
}
