import type { Logger } from "pino";
import type { Bus } from "../../bus.ts";
import type { BotEvent } from "../../model.ts";
import type { Batch, Ingest, Stored } from "../../store/ingest.ts";
import { type Clock, pause } from "../clock.ts";

/** After a failed attempt to store. */
const retryMs = 500;

/** Where collected output goes: into the store, then to whoever listens. */
export class Outlet {
  readonly #ingest: Ingest;
  readonly #bus: Bus;
  readonly #clock: Clock;
  readonly #log: Logger;
  #closed = false;

  constructor(to: { ingest: Ingest; bus: Bus; clock: Clock; log: Logger }) {
    this.#ingest = to.ingest;
    this.#bus = to.bus;
    this.#clock = to.clock;
    this.#log = to.log;
  }

  close(): void {
    this.#closed = true;
  }

  /** Tries until it succeeds: on a full disk bots go on, and what they write waits. False when closed before that. */
  async store(batches: readonly Batch[]): Promise<boolean> {
    if (batches.length === 0) return true;
    for (let said = false; !this.#closed; said = true) {
      try {
        const stored = await this.#ingest.write(batches);
        for (const [at, first] of stored.entries()) this.#publish(eventsOf(batches[at]!, first));
        return true;
      } catch (error) {
        const text = "Output of bots can not be stored; it stays in their files until it can.";
        if (!said) this.#log.error({ err: error }, text);
        await pause(this.#clock, retryMs);
      }
    }
    return false;
  }

  #publish(events: readonly BotEvent[]): void {
    try {
      this.#bus.publish(events);
    } catch (error) {
      // What is stored is stored, whatever a listener makes of it.
      this.#log.error({ err: error }, "A listener failed.");
    }
  }
}

/** What a stored batch is to those who listen. */
function eventsOf({ botId, lines, metrics }: Batch, { firstLine, firstMetric }: Stored): BotEvent[] {
  const ofLines = lines.map((line, at): BotEvent => {
    const seq = firstLine + at;
    return { channel: "logs", botId, seq, record: { ...line, seq, botId } };
  });
  const ofMetrics = metrics.map((metric, at): BotEvent => {
    const seq = firstMetric + at;
    return { channel: "metrics", botId, seq, record: { ...metric, seq, botId } };
  });
  return [...ofLines, ...ofMetrics];
}
