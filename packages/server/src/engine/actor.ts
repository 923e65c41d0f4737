import type { Logger } from "pino";
import type { Clock } from "./clock.ts";

/** After work on a bot failed for a reason of the platform's own, such as a full disk. */
const retryMs = 2_000;

/** Does the work for one bot one after the other; calls that come meanwhile become one more round. */
export abstract class Actor {
  readonly botId: string;
  readonly #log: Logger;
  readonly #clock: Clock;
  #again = false;
  #working: Promise<void> | undefined;
  #closed = false;

  constructor(botId: string, log: Logger, clock: Clock) {
    this.botId = botId;
    this.#log = log;
    this.#clock = clock;
  }

  /** Something has changed: look at everything again, soon. */
  changed(): void {
    if (this.#closed) return;
    this.#again = true;
    this.#working ??= this.#work();
  }

  /** Resolves when nothing is under way. */
  async rest(): Promise<void> {
    await this.#working;
  }

  /** No more rounds after the one under way. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#working;
  }

  /** Brings everything to what is asked for. Must be able to begin from any state. */
  protected abstract reconcile(): Promise<void>;

  async #work(): Promise<void> {
    // The caller may be in the middle of a transaction.
    await Promise.resolve();
    while (this.#again && !this.#closed) {
      this.#again = false;
      try {
        await this.reconcile();
      } catch (error) {
        this.#log.error({ err: error, bot: this.botId }, "Work on a bot failed; the platform tries again.");
        this.#clock.after(retryMs, () => this.changed());
      }
    }
    this.#working = undefined;
    if (this.#again && !this.#closed) this.#working = this.#work();
  }
}
