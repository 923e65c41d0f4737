import type { Selectable } from "kysely";
import type { Tables } from "./schema.ts";

export type BotRow = Readonly<Selectable<Tables["bots"]>>;

/** A row holds its bot's config, of up to 100 KiB. */
const keptAtMost = 200;

/**
 * Rows of bots as they are in the database at this moment: what was read is kept until a statement of either
 * connection writes the table. Users look at few bots very often, and bots change seldom.
 */
export class BotRows {
  readonly #kept = new Map<string, BotRow>();
  /** Raised by every write, so that a row read just before one is not kept after it. */
  #writes = 0;

  /** Every statement that may write is told here: when it has run, and once more when its transaction is committed. */
  written(sql: string): void {
    if (!/\bbots\b/.test(sql)) return;
    this.#writes++;
    this.#kept.clear();
  }

  /** The row that `read` finds of this user's bot. */
  async get(
    ownerId: string,
    id: string,
    read: () => Promise<BotRow | undefined>,
  ): Promise<BotRow | undefined> {
    // By both: how soon a foreign bot is refused must not tell it from an unknown one.
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
