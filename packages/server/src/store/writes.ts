import type { Transaction } from "kysely";
import type { Store } from "./database.ts";
import type { Tables } from "./schema.ts";

type Work = (trx: Transaction<Tables>) => Promise<void>;

interface Waiting {
  work: Work;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Writes of the engine that must be on the disk before it goes on. What is asked for while one commit is under way
 * shares the next one, so that two hundred runs that start in one second do not wait for two hundred disks.
 */
export class Writes {
  readonly #store: Store;
  #waiting: Waiting[] = [];
  #busy = false;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Resolves once the work is committed. The work may run twice: it may do nothing but write in its transaction. */
  commit(work: Work): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ work, resolve, reject });
      if (!this.#busy) void this.#commitAll();
    });
  }

  /** Resolves when nothing is waiting any more. */
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
        if (batch.length === 1) batch[0]?.reject(error);
        else await this.#apart(batch);
      }
    }
    this.#busy = false;
  }

  /** One of the batch is at fault: the others must not suffer for it. */
  async #apart(batch: readonly Waiting[]): Promise<void> {
    for (const { work, resolve, reject } of batch) await this.#together([work]).then(resolve, reject);
  }

  #together(works: readonly Work[]): Promise<void> {
    return this.#store.main.transaction().execute(async (trx) => {
      for (const work of works) await work(trx);
    });
  }
}
