import type { Transaction } from "kysely";
import type { Tables } from "./schema.ts";
import type { Store } from "./store.ts";

type Work = (trx: Transaction<Tables>) => Promise<void>;

interface Waiting {
  work: Work;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Commits writes of the engine that must be durable before it continues. Writes that arrive during a commit share the
 * next one, so that two hundred runs that start in one second do not need two hundred syncs.
 */
export class Writes {
  readonly #store: Store;
  #waiting: Waiting[] = [];
  #busy = false;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Resolves once the work is committed. The work may run twice, so it must only write in its transaction. */
  commit(work: Work): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ work, resolve, reject });
      if (!this.#busy) void this.#commitAll();
    });
  }

  /** Resolves when no write is waiting. */
  async settle(): Promise<void> {
    while (this.#busy) await this.commit(async () => {}).catch(() => {});
  }

  async #commitAll(): Promise<void> {
    this.#busy = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        await this.#together(batch.map(({ work }) => work));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        // If the store cannot be reached, one by one they would all wait for it, and each may have been committed.
        if (batch.length === 1 || (error as { code?: unknown }).code === "store_unavailable")
          for (const { reject } of batch) reject(error);
        else await this.#apart(batch);
      }
    }
    this.#busy = false;
  }

  /** Commits the writes of a failed batch separately, so that one that fails does not affect the others. */
  async #apart(batch: readonly Waiting[]): Promise<void> {
    for (const { work, resolve, reject } of batch) await this.#together([work]).then(resolve, reject);
  }

  #together(works: readonly Work[]): Promise<void> {
    return this.#store.transaction(async (trx) => {
      for (const work of works) await work(trx);
    });
  }
}
