import type { Bot, Retry } from "../model/model.ts";

/** The back-off of a bot, kept across restarts of the platform. */
export interface Backoff {
  /** Times at which the bot ended during the last ten minutes, in milliseconds since 1970. */
  ends: number[];
  /** Number of restarts since the back-off was last reset. */
  step: number;
  /** Time of the next start, in milliseconds since 1970. */
  until?: number;
  /** The generation and revision that the back-off applies to; newer ones start without delay. */
  under?: { generation: number; revision: number };
  /** Starts are tried until one succeeds. */
  endless?: true;
}

export const freshBackoff: Backoff = { ends: [], step: 0 };

const window = 10 * 60_000;
/** At this number of ends within ten minutes a bot is not started again. */
export const endsAtMost = 10;
const wellAfter = 10 * 60_000;
const firstDelay = 1_000;
const noRoomDelay = 10_000;
/** Longest delay in milliseconds. */
export const longestDelay = 5 * 60_000;

/**
 * Returns the back-off after a process ended by itself. The first restart is immediate, the next after a second; the
 * delay then doubles up to five minutes, with 20% jitter. A process that ran for ten minutes resets the back-off.
 * Returns `undefined` at the tenth end within ten minutes: the bot is not restarted.
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

/** Returns the back-off after a start that failed on a full disk. It is retried until it succeeds. */
export function afterNoRoom(backoff: Backoff, { at }: { at: number }): Backoff & { until: number } {
  return { ...backoff, until: at + noRoomDelay, endless: true };
}

/** Returns what users are told about the next start. */
export function retryOf(
  { ends, endless }: Backoff,
  until: number,
  { revision }: Pick<Bot, "revision">,
): Retry {
  const left = endless ? {} : { attempts_left: endsAtMost - ends.length };
  return { at: new Date(until).toISOString(), ...left, revision };
}

/** Returns the delay of a restart by its number, in milliseconds. */
export function delay(step: number, random: () => number = Math.random): number {
  if (step === 0) return 0;
  const jitter = 0.8 + 0.4 * random();
  return Math.min(longestDelay, Math.round(firstDelay * 2 ** Math.min(step - 1, 20) * jitter));
}

export function readBackoff(json: string | undefined): Backoff {
  return json === undefined ? freshBackoff : (JSON.parse(json) as Backoff);
}
