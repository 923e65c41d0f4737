import type { Logger } from "pino";

/** What is longer is told. */
const longMs = 10_000;
/** How often it is told. */
const everyMs = 60_000;

/** Knows whether the server could be reached at the last attempt, and tells operators that work waits for it. */
export class Waits {
  readonly #log: Logger | undefined;
  #toldAt = Number.NEGATIVE_INFINITY;
  #failure: unknown;
  #isTold = false;
  #hasEnded = false;

  constructor(log: Logger | undefined) {
    this.#log = log;
  }

  /** Why the server could not be reached at the last attempt; `undefined` if it could. */
  get failure(): unknown {
    return this.#failure;
  }

  /** Call when the server could not be reached. */
  failed(why: unknown): void {
    this.#failure = why;
  }

  /** Call when it has answered. */
  answered(): void {
    const isTold = this.#isTold || this.#hasEnded;
    this.#hasEnded = false;
    if (this.#failure === undefined) return;
    this.#failure = undefined;
    this.#isTold = false;
    this.#toldAt = Number.NEGATIVE_INFINITY;
    if (isTold) this.#log?.warn("The database can be reached again.");
  }

  /** Call when a connection that nobody uses has ended. All of them end with the server, which is told once. */
  ended({ message }: Error): void {
    if (!this.#hasEnded) this.#log?.warn(`An idle connection to the database ended: ${message}`);
    this.#hasEnded = true;
  }

  /** Call when work is refused because the server cannot be reached: that is logged where the work was asked for. */
  refused(): void {
    this.#isTold = true;
  }

  /**
   * Call before each wait for the server.
   * @param since when the work began to wait
   * @param why in sentences
   */
  tell(since: number, why: string): void {
    const now = performance.now();
    if (now - since < longMs || now - this.#toldAt < everyMs) return;
    this.#toldAt = now;
    this.#isTold = true;
    const seconds = Math.round((now - since) / 1_000);
    this.#log?.warn(`The platform has been waiting for its database for ${seconds} s. ${why}`);
  }
}
