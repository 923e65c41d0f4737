import type { ErrorCode } from "../../errors/error-table.ts";

const everyMs = 1_000;

interface Log {
  info(about: object, message: string): void;
}

/** Logs refused connections: one line a second at most, with the number of each error since the line before. */
export class ClientErrors {
  readonly #log: Log;
  #counts: Partial<Record<ErrorCode, number>> = {};
  #isQuiet = true;

  constructor(log: Log) {
    this.#log = log;
  }

  count(code: ErrorCode): void {
    this.#counts[code] = (this.#counts[code] ?? 0) + 1;
    if (this.#isQuiet) this.#write();
  }

  #write(): void {
    this.#isQuiet = Object.keys(this.#counts).length === 0;
    if (this.#isQuiet) return;
    this.#log.info({ refused: this.#counts }, "connections were refused");
    this.#counts = {};
    setTimeout(() => this.#write(), everyMs).unref();
  }
}
