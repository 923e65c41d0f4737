/**
 * Admits one writer at a time over both connections. In SQLite a second writer would wait inside a synchronous call and
 * block the thread that the first one needs to finish, until the busy time-out. So writers queue here.
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

  /** Passes the gate to the writer that has waited longest. */
  leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#held = false;
  }
}
