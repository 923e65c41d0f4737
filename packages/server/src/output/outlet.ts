import type { Logger } from "pino";
import type { Bus } from "../bus.ts";
import { type Clock, pause } from "../clock.ts";
import type { BotEvent } from "../model/model.ts";
import { type Batch, type EngineStore, RecordRefusedError, type Stored } from "../store/index.ts";
import { withoutRefused } from "./refused-records.ts";

/** Delay after a failed attempt to store. */
const retryMs = 500;

/** How often unread output is dropped while an attempt to store takes long. */
const relieveMs = 2_000;

/** Stores collected output and then publishes it. */
export class Outlet {
  readonly #store: EngineStore;
  readonly #bus: Bus;
  readonly #clock: Clock;
  readonly #log: Logger;
  #closed = false;

  constructor(to: { store: EngineStore; bus: Bus; clock: Clock; log: Logger }) {
    this.#store = to.store;
    this.#bus = to.bus;
    this.#clock = to.clock;
    this.#log = to.log;
  }

  close(): void {
    this.#closed = true;
  }

  /**
   * Retries until it succeeds, for example on a full disk. Returns false if it was closed before that.
   *
   * @param relieve called after each failed attempt, and while one takes long: it may free disk space
   */
  async store(batches: readonly Batch[], relieve: () => Promise<void>): Promise<boolean> {
    if (batches.length === 0) return true;
    for (let logged = false; !this.#closed; logged = true) {
      try {
        const written = await this.#whilePending(this.#write(batches), relieve);
        for (const [batch, first] of written) this.#publish(eventsOf(batch, first));
        return true;
      } catch (error) {
        const text = "The output of bots cannot be stored and stays in their files; retrying.";
        if (!logged) this.#log.error({ err: error }, text);
        await relieve();
        await pause(this.#clock, retryMs);
      }
    }
    return false;
  }

  /** A store that waits for its server neither stores nor fails. */
  async #whilePending<T>(work: Promise<T>, relieve: () => Promise<void>): Promise<T> {
    let cancel = () => {};
    const again = () => {
      cancel = this.#clock.after(relieveMs, () => {
        again();
        relieve().catch((error) => this.#log.error({ err: error }, "Unread output could not be dropped."));
      });
    };
    again();
    try {
      return await work;
    } finally {
      cancel();
    }
  }

  async #write(batches: readonly Batch[]): Promise<[Batch, Stored][]> {
    const write = async (accepted: readonly Batch[]) => {
      const stored = await this.#store.writeOutput(accepted);
      return stored.map((first, at): [Batch, Stored] => [accepted[at]!, first]);
    };
    try {
      return await write(batches);
    } catch (error) {
      if (!(error instanceof RecordRefusedError)) throw error;
      const to = { store: this.#store, clock: this.#clock };
      const accepted: Batch[] = [];
      for (const batch of batches) accepted.push(await withoutRefused(to, batch));
      return await write(accepted);
    }
  }

  #publish(events: readonly BotEvent[]): void {
    try {
      this.#bus.publish(events);
    } catch (error) {
      // The output is stored; a failing listener must not cause a retry.
      this.#log.error({ err: error }, "A listener of events failed.");
    }
  }
}

/** Returns the events of a stored batch. */
function eventsOf({ botId, lines, metrics }: Batch, { firstLine, firstMetric }: Stored): BotEvent[] {
  const ofLines = lines.map((line, at): BotEvent => {
    const seq = firstLine + at;
    return { channel: "logs", bot_id: botId, seq, record: { ...line, seq, bot_id: botId } };
  });
  const ofMetrics = metrics.map((metric, at): BotEvent => {
    const seq = firstMetric + at;
    return { channel: "metrics", bot_id: botId, seq, record: { ...metric, seq, bot_id: botId } };
  });
  return [...ofLines, ...ofMetrics];
}
