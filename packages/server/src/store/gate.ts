/**
 * One writer at a time over both connections. SQLite would let the second writer wait inside a synchronous call, on
 * the very thread that the first one needs to finish: a standstill until the busy time-out. So writers queue here.
 */
export class WriteGate {
  #held = false;
  readonly #waiting: (() => void)[] = [];

  async enter(): Promise<void> {
    if (!this.#held) {
      this.#held = true;
      return;
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Hands the gate to the longest waiting writer. */
  leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#held = false;
  }
}
