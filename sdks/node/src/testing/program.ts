/** Ends a program in the place of the process. */
export class Ended extends Error {
  constructor(exitCode: number) {
    super(`the bot ended with exit code ${exitCode}`);
  }
}

/** A run of a bot's program. Once `error` has ended it, what is left of it changes nothing, as in a process that has ended. */
export class Program {
  readonly #ended = Promise.withResolvers<void>();
  #exitCode: number | undefined;
  #isOver = false;

  get hasEnded(): boolean {
    return this.#exitCode !== undefined;
  }

  /** Resolves to its exit code when it returns or has ended; what it throws after its end counts for nothing. */
  async run(body: () => Promise<unknown>): Promise<number> {
    try {
      await Promise.race([body(), this.#ended.promise]);
    } catch (thrown) {
      if (!this.hasEnded) throw thrown;
    }
    this.#isOver = true;
    return this.#exitCode ?? 0;
  }

  /** The first end counts. */
  end(exitCode: number): void {
    this.#exitCode ??= exitCode;
    this.#ended.resolve();
  }

  /** Throws the end again in a program that has caught it. */
  refuseIfEnded(): void {
    if (this.#exitCode !== undefined) throw new Ended(this.#exitCode);
  }

  /** Like `refuseIfEnded`, but spares what is left after the run: what a timer throws would fail the test. */
  leaveIfEnded(): void {
    if (!this.#isOver) this.refuseIfEnded();
  }
}
