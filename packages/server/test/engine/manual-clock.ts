import type { Clock } from "../../src/clock.ts";
import { isWaiting } from "../store/opened.ts";

/** A clock that a test controls. Timers fire in order; tests wait for the work they start before time goes on. */
export class ManualClock implements Clock {
  #now: number;
  /** Monotonic time since the start, which setting the wall clock does not change. */
  #elapsed = 0;
  #timers: { at: number; work: () => void }[] = [];

  constructor(start: string) {
    this.#now = Date.parse(start);
  }

  now(): Date {
    return new Date(this.#now);
  }

  after(ms: number, work: () => void): () => void {
    const timer = { at: this.#elapsed + Math.max(0, ms), work };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** Lets time pass. */
  async pass(ms: number): Promise<void> {
    const end = this.#elapsed + ms;
    for (;;) {
      await settle();
      const next = this.#timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.#move(next.at);
      this.#timers = this.#timers.filter((other) => other !== next);
      next.work();
    }
    this.#move(end);
    await settle();
  }

  /** Sets the wall clock. */
  set(to: string): void {
    this.#now = Date.parse(to);
  }

  #move(elapsed: number): void {
    this.#now += elapsed - this.#elapsed;
    this.#elapsed = elapsed;
  }
}

/**
 * Waits for work that a timer has started, as far as it needs only files and the store: SQLite answers within turns of the
 * event loop, and file operations and a database server are waited for.
 */
async function settle(): Promise<void> {
  for (let quiet = 0; quiet < 30; quiet++) {
    await new Promise((resolve) => setImmediate(resolve));
    if (isWaiting() || process.getActiveResourcesInfo().some((resource) => resource.startsWith("FSReq")))
      quiet = 0;
  }
}
