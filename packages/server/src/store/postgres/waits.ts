import type { Logger } from "pino";
import { textOf } from "./errors.ts";

/** What is longer is told. */
const longMs = 10_000;
/** How often it is told. */
const everyMs = 60_000;

/** Tells operators that work waits for the server. */
export class Waits {
  readonly #log: Logger | undefined;
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(log: Logger | undefined) {
    this.#log = log;
  }

  /** Call before each wait, with the time since which the work has been waiting and with what it waits for. */
  tell(since: number, why: unknown): void {
    const now = performance.now();
    if (now - since < longMs || now - this.#toldAt < everyMs) return;
    this.#toldAt = now;
    const seconds = Math.round((now - since) / 1_000);
    this.#log?.warn(`The platform has been waiting for its database for ${seconds} s: ${textOf(why)}`);
  }
}
