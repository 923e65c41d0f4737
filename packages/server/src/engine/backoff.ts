/** What the supervisor remembers of a bot's ends, over restarts of the platform too. */
export interface Backoff {
  /** When it ended during the last ten minutes, in milliseconds. */
  ends: number[];
  /** How many times it was started again since it was last well. */
  step: number;
  /** Not started again before; milliseconds. */
  until?: number;
  /** What the user had asked for when this was decided: anything newer need not wait for it. */
  under?: { generation: number; revision: number };
}

export const freshBackoff: Backoff = { ends: [], step: 0 };

const window = 10 * 60_000;
const endsAtMost = 10;
const wellAfter = 10 * 60_000;
const firstDelay = 1_000;
const noRoomDelay = 10_000;
/** Milliseconds, before jitter. */
export const longestDelay = 5 * 60_000;

/**
 * What follows when a process ended by itself: at once the first time, then after a second, doubling to five minutes,
 * give or take a fifth. `undefined`: ten ends in ten minutes, no more. Ten minutes up make everything good.
 */
export function afterEnd(
  backoff: Backoff,
  { at, uptime }: { at: number; uptime: number },
  random: () => number = Math.random,
): (Backoff & { until: number }) | undefined {
  const { ends, step } = uptime >= wellAfter ? freshBackoff : backoff;
  const recent = [...ends.filter((end) => end > at - window), at];
  if (recent.length >= endsAtMost) return undefined;
  return { ends: recent, step: step + 1, until: at + delay(step, random) };
}

/** A start that the platform had no room for is no fault of the bot's: it is tried again, soon and for ever. */
export function afterNoRoom(backoff: Backoff, { at }: { at: number }): Backoff & { until: number } {
  return { ...backoff, until: at + noRoomDelay };
}

/** The delay of a start by its number. It has no end: a query process is started again for as long as its bot runs. */
export function delay(step: number, random: () => number = Math.random): number {
  if (step === 0) return 0;
  const jitter = 0.8 + 0.4 * random();
  return Math.min(longestDelay, Math.round(firstDelay * 2 ** Math.min(step - 1, 20) * jitter));
}

export function readBackoff(json: string | undefined): Backoff {
  return json === undefined ? freshBackoff : (JSON.parse(json) as Backoff);
}
