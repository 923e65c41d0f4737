import type { Transaction } from "kysely";
import type { Tables } from "./schema.ts";
import type { Store } from "./store.ts";

/** The tables whose rows a write locks, in the order that `postgres/ingest.ts` describes. */
const order = ["bots", "runs", "launches"] as const;

/** A part of a write, which changes rows of one table. */
export interface Step {
  table: (typeof order)[number];
  /** The row that it changes; empty if it adds rows. Steps of one row are done in the order in which they were asked for. */
  key: string;
  run(trx: Transaction<Tables>): Promise<void>;
}

interface Waiting {
  steps: readonly Step[];
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Commits writes of the engine that must be durable before it continues. Writes that arrive during a commit share the
 * next one, so that two hundred runs that start in one second do not need two hundred syncs. Those that share a commit lock
 * their rows in one order: each of two transactions might otherwise wait for a row that the other one has locked.
 */
export class Writes {
  readonly #store: Store;
  #waiting: Waiting[] = [];
  #busy = false;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Resolves once the steps are committed. They may run twice, so they must only write in their transaction. */
  commit(...steps: readonly Step[]): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ steps, resolve, reject });
      if (!this.#busy) void this.#commitAll();
    });
  }

  /** Resolves when no write is waiting. */
  async settle(): Promise<void> {
    while (this.#busy) await this.commit().catch(() => {});
  }

  async #commitAll(): Promise<void> {
    this.#busy = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        await this.#together(batch.flatMap(({ steps }) => steps));
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
    for (const { steps, resolve, reject } of batch) await this.#together(steps).then(resolve, reject);
  }

  #together(steps: readonly Step[]): Promise<void> {
    const inOrder = steps.toSorted(
      (a, b) => place(a) - place(b) || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0),
    );
    return this.#store.transaction(async (trx) => {
      for (const { run } of inOrder) await run(trx);
    });
  }
}

const place = ({ table }: Step) => order.indexOf(table);
