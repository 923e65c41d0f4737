import type { Logger } from "pino";
import type { Clock } from "../clock.ts";

/** Delay after work on a bot failed because of the platform, for example on a full disk. */
const retryMs = 2_000;

/** Serialises the work for one bot; calls that arrive during a round cause one more round. */
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

  /** Schedules a round because something has changed. */
  changed(): void {
    if (this.#closed) return;
    this.#again = true;
    this.#working ??= this.#work();
  }

  /** Resolves when no round is in progress. */
  async rest(): Promise<void> {
    await this.#working;
  }

  /** Allows no more rounds. Resolves when the current one is done. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#working;
  }

  /** Makes the actual state match the desired state. Must work from any state. */
  protected abstract reconcile(): Promise<void>;

  async #work(): Promise<void> {
    // The caller may be in the middle of a transaction.
    await Promise.resolve();
    while (this.#again && !this.#closed) {
      this.#again = false;
      try {
        await this.reconcile();
      } catch (error) {
        this.#log.error({ err: error, bot: this.botId }, "Work on a bot failed; retrying.");
        this.#clock.after(retryMs, () => this.changed());
      }
    }
    this.#working = undefined;
    if (this.#again && !this.#closed) this.#working = this.#work();
  }
}
