import type { Bus } from "../bus.ts";
import type { Clock } from "../clock.ts";
import type { EngineStore, StatusChange, StoredLaunch } from "../store/index.ts";

/** Stores and publishes status changes of bots, in the order of their sequence numbers. */
export class Statuses {
  readonly #store: EngineStore;
  readonly #bus: Bus;
  readonly #clock: Clock;

  constructor(store: EngineStore, bus: Bus, clock: Clock) {
    this.#store = store;
    this.#bus = bus;
    this.#clock = clock;
  }

  /** Stores one or more changes in one transaction, with the launch that they lead to, and then publishes them. */
  async change(
    botId: string,
    changes: StatusChange | readonly StatusChange[],
    launch?: StoredLaunch,
  ): Promise<void> {
    const list = Array.isArray(changes) ? (changes as readonly StatusChange[]) : [changes as StatusChange];
    const at = this.#clock.now().toISOString();
    const records = await this.#store.changeStatus(botId, list, at, launch);
    this.#bus.publish(
      records.map((record) => ({ channel: "status" as const, bot_id: botId, seq: record.seq, record })),
    );
  }
}
