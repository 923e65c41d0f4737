/** Time as the engine knows it; tests pass one that they move by hand. */
export interface Clock {
  now(): Date;
  /** Runs `work` once after `ms`; the function given back disarms it. */
  after(ms: number, work: () => void): () => void;
}

/** What Node's timers can wait at most. */
const longestTimer = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => new Date(),
  after(ms, work) {
    const timer = setTimeout(work, Math.min(Math.max(0, ms), longestTimer));
    return () => clearTimeout(timer);
  },
};

/** Waits on a clock. */
export function pause(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => clock.after(ms, resolve));
}

/** Waits for something, but in real time no longer than that. */
export async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}
