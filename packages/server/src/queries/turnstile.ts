import type { Clock } from "../clock.ts";

/** Admits a limited number of callers at once, queues a limited number, and refuses the rest. */
export class Turnstile {
  readonly #atOnce: number;
  readonly #waitingAtMost: number;
  readonly #clock: Clock;
  #inside = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(atOnce: number, waitingAtMost: number, clock: Clock) {
    this.#atOnce = atOnce;
    this.#waitingAtMost = waitingAtMost;
    this.#clock = clock;
  }

  get isEmpty(): boolean {
    return this.#inside === 0;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Resolves to true once admitted; to false if the queue is full, the time is up or `gone` aborts. */
  async enter(withinMs: number, gone: AbortSignal): Promise<boolean> {
    if (this.#inside < this.#atOnce) {
      this.#inside++;
      return true;
    }
    if (this.#waiting.length >= this.#waitingAtMost || gone.aborted) return false;
    return new Promise((resolve) => {
      const settle = (isInside: boolean) => {
        disarm();
        gone.removeEventListener("abort", giveUp);
        resolve(isInside);
      };
      const admit = () => settle(true);
      const giveUp = () => {
        this.#waiting.splice(this.#waiting.indexOf(admit), 1);
        settle(false);
      };
      const disarm = this.#clock.after(withinMs, giveUp);
      gone.addEventListener("abort", giveUp);
      this.#waiting.push(admit);
    });
  }

  leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#inside--;
  }
}
