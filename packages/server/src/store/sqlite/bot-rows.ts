import type { Selectable } from "kysely";
import type { Tables } from "./schema.ts";

export type BotRow = Readonly<Selectable<Tables["bots"]>>;

/** A row contains a config of up to 100 KiB. */
const keptAtMost = 200;

/**
 * Caches rows of bots until a statement of either connection writes the table. Users read few bots very often, and bots
 * seldom change.
 */
export class BotRows {
  readonly #kept = new Map<string, BotRow>();
  /** Incremented by every write, so that a row read just before one is not cached after it. */
  #writes = 0;

  /** Call for every statement that may write: after it has run, and again after its transaction is committed. */
  written(sql: string): void {
    if (!/\bbots\b/.test(sql)) return;
    this.#writes++;
    this.#kept.clear();
  }

  /** Returns the row of a user's bot, from the cache or by `read`. */
  async get(
    ownerId: string,
    id: string,
    read: () => Promise<BotRow | undefined>,
  ): Promise<BotRow | undefined> {
    // By both, so that the response time does not reveal whether a bot of another user exists.
    const key = JSON.stringify([ownerId, id]);
    const kept = this.#kept.get(key);
    if (kept) return kept;
    const before = this.#writes;
    const row = await read();
    if (!row || before !== this.#writes) return row;
    if (this.#kept.size >= keptAtMost) this.#kept.clear();
    this.#kept.set(key, row);
    return row;
  }
}
