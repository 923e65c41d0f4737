import type { Clock } from "@botyard/server/building-blocks";
import type { MockClock } from "./public/platform.ts";

interface Timer {
  due: number;
  work(): void;
  disarm(): void;
}

const longestTimer = 2 ** 31 - 1;

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A clock that runs or is paused, and that tests set and move forward. */
export class SettableClock implements Clock, MockClock {
  #standsAt: number | undefined;
  #offset = 0;
  readonly #timers = new Set<Timer>();

  constructor(standsAt?: Date) {
    this.#standsAt = standsAt?.getTime();
  }

  now(): Date {
    return new Date(this.#standsAt ?? Date.now() + this.#offset);
  }

  /** Runs `work` after `ms` of this clock or of real time, whichever is first, so that every request ends. */
  after(ms: number, work: () => void): () => void {
    return this.#add(this.now().getTime() + ms, work, (fire) => {
      const real = setTimeout(fire, Math.min(Math.max(0, ms), longestTimer));
      return () => clearTimeout(real);
    });
  }

  /** Runs `work` when this clock reaches a time. Does not keep the process alive. */
  at(time: Date, work: () => void): () => void {
    return this.#add(time.getTime(), work, (fire) => {
      let real: NodeJS.Timeout | undefined;
      const arm = () => {
        if (this.#standsAt !== undefined) return;
        const left = time.getTime() - this.now().getTime();
        if (left <= 0) fire();
        else real = setTimeout(arm, Math.min(left, longestTimer)).unref();
      };
      if (this.#standsAt === undefined) {
        const left = Math.max(0, time.getTime() - this.now().getTime());
        real = setTimeout(arm, Math.min(left, longestTimer)).unref();
      }
      return () => clearTimeout(real);
    });
  }

  async set(time: Date | string): Promise<void> {
    const target = new Date(time).getTime();
    if (Number.isNaN(target)) throw new TypeError(`"${String(time)}" is not a time.`);
    const now = this.now().getTime();
    this.#standsAt = now;
    await this.#moveTo(target);
  }

  async advance(milliseconds: number): Promise<void> {
    const target = this.now().getTime() + milliseconds;
    if (Number.isNaN(target)) throw new TypeError("The time to advance must be a number of milliseconds.");
    if (this.#standsAt !== undefined) return this.#moveTo(target);
    this.#standsAt = this.now().getTime();
    await this.#moveTo(target);
    this.#offset += milliseconds;
    this.#standsAt = undefined;
  }

  /** Removes all timers. */
  stop(): void {
    for (const timer of this.#timers) timer.disarm();
    this.#timers.clear();
  }

  async #moveTo(target: number): Promise<void> {
    for (;;) {
      const next = [...this.#timers].filter(({ due }) => due <= target).sort((a, b) => a.due - b.due)[0];
      if (!next) break;
      this.#standsAt = Math.max(this.#standsAt ?? 0, next.due);
      next.work();
      // What it has started may set the next timer.
      await turn();
    }
    this.#standsAt = target;
  }

  #add(due: number, work: () => void, arm: (fire: () => void) => () => void): () => void {
    const remove = () => {
      timer.disarm();
      this.#timers.delete(timer);
    };
    const fire = () => {
      remove();
      work();
    };
    const timer: Timer = { due, work: fire, disarm: () => {} };
    this.#timers.add(timer);
    timer.disarm = arm(fire);
    return remove;
  }
}
