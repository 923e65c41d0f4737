import type { Executor } from "@botyard/runtime";
import type { Logger } from "pino";
import type { Clock } from "../clock.ts";

export interface IsolationOptions {
  executor: Executor;
  clock: Clock;
  log: Logger;
}

const firstRetryMs = 1_000;
const longestRetryMs = 60_000;

/**
 * Tracks whether bots can be started, that is whether the executor has established their isolation. Until then it is
 * retried, first after one second, then at doubling intervals up to a minute. Once established, it stays.
 */
export class Isolation {
  readonly #options: IsolationOptions;
  #retryMs = firstRetryMs;
  #retryAt = 0;
  #disarm: (() => void) | undefined;
  #logged: string | undefined;
  #stopped = false;

  constructor(options: IsolationOptions) {
    this.#options = options;
  }

  /** Why no bot can be started; `undefined` if bots can be started. */
  get obstacle(): string | undefined {
    const { isolation, reasons } = this.#options.executor.describe();
    return isolation === "undetermined" ? reasons.join(" ") : undefined;
  }

  /** Seconds until the next attempt, at least 1. */
  get retryAfterSeconds(): number {
    return Math.max(1, Math.ceil((this.#retryAt - this.#options.clock.now().getTime()) / 1000));
  }

  /** @param onEstablished called once, after this has returned, when isolation is established; not if it already is */
  start(onEstablished: () => void): void {
    const { obstacle } = this;
    if (obstacle !== undefined) {
      this.#waitAfter(obstacle, onEstablished);
      return;
    }
    const { isolation, reasons } = this.#options.executor.describe();
    this.#options.log.info({ isolation, reasons }, `Bots are started in isolation "${isolation}".`);
  }

  stop(): void {
    this.#stopped = true;
    this.#disarm?.();
  }

  #waitAfter(obstacle: string, onEstablished: () => void): void {
    const { clock, log } = this.#options;
    if (this.#logged !== obstacle) log.error(`No bot can be started; the platform retries. ${obstacle}`);
    this.#logged = obstacle;
    this.#retryAt = clock.now().getTime() + this.#retryMs;
    this.#disarm = clock.after(this.#retryMs, () => void this.#try(onEstablished));
    this.#retryMs = Math.min(longestRetryMs, this.#retryMs * 2);
  }

  async #try(onEstablished: () => void): Promise<void> {
    const { executor, log } = this.#options;
    await executor.establish();
    if (this.#stopped) return;
    const { obstacle } = this;
    if (obstacle !== undefined) return this.#waitAfter(obstacle, onEstablished);
    log.warn(`Bots can be started now, in isolation "${executor.describe().isolation}".`);
    onEstablished();
  }
}
