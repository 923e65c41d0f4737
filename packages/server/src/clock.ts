/** The engine's source of time; tests use one that they control. */
export interface Clock {
  now(): Date;
  /** Runs `work` once after `ms`. Returns a function that cancels it. */
  after(ms: number, work: () => void): () => void;
}

/** The longest delay that Node's timers support, in milliseconds. */
const longestTimer = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => new Date(),
  after(ms, work) {
    const timer = setTimeout(work, Math.min(Math.max(0, ms), longestTimer));
    return () => clearTimeout(timer);
  },
};

/** Resolves after `ms` on a clock. */
export function pause(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => clock.after(ms, resolve));
}

/** Waits for `work`, but at most `ms` of real time. */
export async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}
