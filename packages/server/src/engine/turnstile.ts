import type { Clock } from "./clock.ts";

/** So many at once, so many more waiting, the rest turned away. */
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

  /** True once inside; false when there is no room, or none within that time. */
  async enter(withinMs: number): Promise<boolean> {
    if (this.#inside < this.#atOnce) {
      this.#inside++;
      return true;
    }
    if (this.#waiting.length >= this.#waitingAtMost) return false;
    return new Promise((resolve) => {
      const disarm = this.#clock.after(withinMs, () => {
        this.#waiting.splice(this.#waiting.indexOf(admit), 1);
        resolve(false);
      });
      const admit = () => {
        disarm();
        resolve(true);
      };
      this.#waiting.push(admit);
    });
  }

  leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#inside--;
  }
}
