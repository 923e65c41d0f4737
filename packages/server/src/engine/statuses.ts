import type { Bus } from "../bus.ts";
import type { Store } from "../store/database.ts";
import { changeStatus, type StatusChange } from "../store/status-events.ts";
import type { Clock } from "./clock.ts";

/** Writes statuses of bots and tells whoever listens, in the order of the events' numbers. */
export class Statuses {
  readonly #store: Store;
  readonly #bus: Bus;
  readonly #clock: Clock;

  constructor(store: Store, bus: Bus, clock: Clock) {
    this.#store = store;
    this.#bus = bus;
    this.#clock = clock;
  }

  /** Several changes that follow at once are stored together, with what else must be stored before they are acted on. */
  async change(
    botId: string,
    changes: StatusChange | readonly StatusChange[],
    also?: Parameters<typeof changeStatus>[4],
  ): Promise<void> {
    const list = Array.isArray(changes) ? (changes as readonly StatusChange[]) : [changes as StatusChange];
    const at = this.#clock.now().toISOString();
    const records = await changeStatus(this.#store, botId, list, at, also);
    this.#bus.publish(
      records.map((record) => ({ channel: "status" as const, botId, seq: record.seq, record })),
    );
  }
}
