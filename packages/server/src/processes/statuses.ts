import type { Bus } from "../bus.ts";
import type { Clock } from "../clock.ts";
import type { Store } from "../store/sqlite/database.ts";
import { changeStatus, type StatusChange } from "../store/sqlite/status-events.ts";

/** Stores and publishes status changes of bots, in the order of their sequence numbers. */
export class Statuses {
  readonly #store: Store;
  readonly #bus: Bus;
  readonly #clock: Clock;

  constructor(store: Store, bus: Bus, clock: Clock) {
    this.#store = store;
    this.#bus = bus;
    this.#clock = clock;
  }

  /** Stores one or more changes in one transaction, together with `also`, and then publishes them. */
  async change(
    botId: string,
    changes: StatusChange | readonly StatusChange[],
    also?: Parameters<typeof changeStatus>[4],
  ): Promise<void> {
    const list = Array.isArray(changes) ? (changes as readonly StatusChange[]) : [changes as StatusChange];
    const at = this.#clock.now().toISOString();
    const records = await changeStatus(this.#store, botId, list, at, also);
    this.#bus.publish(
      records.map((record) => ({ channel: "status" as const, bot_id: botId, seq: record.seq, record })),
    );
  }
}
