import type { Selectable } from "kysely";
import type { Tables } from "./schema.ts";

export type BotRow = Readonly<Selectable<Tables["bots"]>>;

/** A row contains a config of up to 100 KiB. */
const keptAtMost = 200;

/**
 * Caches rows of bots. Users read few bots very often, and bots seldom change. A verb that changes or removes rows of
 * the table must do so in {@link changing}.
 */
export class BotRows {
  readonly #kept = new Map<string, BotRow>();
  /** Incremented by every change, so that a row read just before one is not cached after it. */
  #changes = 0;

  /** Changes rows of these bots; they are read again afterwards. */
  async changing<T>(ids: readonly string[], change: () => Promise<T>): Promise<T> {
    try {
      return await change();
    } finally {
      this.#changes++;
      for (const id of ids) this.#kept.delete(id);
    }
  }

  /** Returns the row of a user's bot, from the cache or by `read`. */
  async get(
    ownerId: string,
    id: string,
    read: () => Promise<BotRow | undefined>,
  ): Promise<BotRow | undefined> {
    const kept = this.#kept.get(id);
    // For a bot of another user the store is asked, as for one that does not exist, so that both take as long.
    if (kept?.owner_id === ownerId) return kept;
    const before = this.#changes;
    const row = await read();
    if (!row || before !== this.#changes) return row;
    if (this.#kept.size >= keptAtMost) this.#kept.clear();
    this.#kept.set(id, row);
    return row;
  }
}
