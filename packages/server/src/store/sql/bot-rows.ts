import type { Selectable } from "kysely";
import { onceMade } from "../../errors/in-doubt.ts";
import { frozen } from "../../model/frozen.ts";
import type { Bot } from "../../model/model.ts";
import type { Tables } from "./schema.ts";

export type BotRow = Readonly<Selectable<Tables["bots"]>>;

/** A bot has a config of up to 100 KiB. */
const keptAtMost = 200;

/**
 * Caches bots as their rows describe them. Users read few bots very often, and bots seldom change. A verb that changes
 * or removes rows of the table must do so in {@link changing}. Cached bots are shared, and therefore frozen.
 */
export class BotRows {
  readonly #kept = new Map<string, Bot>();
  /** Incremented by every change, so that a row read just before one is not cached after it. */
  #changes = 0;

  /** Changes rows of these bots; they are read again afterwards. */
  async changing<T>(ids: readonly string[], change: () => Promise<T>): Promise<T> {
    try {
      return await change();
    } catch (error) {
      onceMade(error, () => this.#forget(ids));
      throw error;
    } finally {
      this.#forget(ids);
    }
  }

  #forget(ids: readonly string[]): void {
    this.#changes++;
    for (const id of ids) this.#kept.delete(id);
  }

  /**
   * Returns a bot that is not deleted, from the cache or by `read`.
   *
   * @param ownerId whose it must be (default: anybody's)
   */
  async get(
    ownerId: string | undefined,
    id: string,
    read: () => Promise<Bot | undefined>,
  ): Promise<Bot | undefined> {
    const kept = this.#kept.get(id);
    // For a bot of another user the store is asked, as for one that does not exist, so that both take as long.
    if (kept && (ownerId ?? kept.owner_id) === kept.owner_id) return kept;
    const before = this.#changes;
    const bot = frozen(await read());
    if (!bot || before !== this.#changes) return bot;
    if (this.#kept.size >= keptAtMost) this.#kept.clear();
    this.#kept.set(id, bot);
    return bot;
  }
}
