/** Does the work of one key after the other; the work of other keys does not wait for it. */
export class InTurn {
  /** The last work of each key that has any. */
  readonly #last = new Map<string, Promise<unknown>>();

  /** Does the work once all earlier work of this key has ended, whether it failed or not. */
  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const done = (this.#last.get(key) ?? Promise.resolve()).then(work);
    const settled = done.catch(() => undefined);
    this.#last.set(key, settled);
    try {
      return await done;
    } finally {
      if (this.#last.get(key) === settled) this.#last.delete(key);
    }
  }

  /** The number of keys whose work has not ended. */
  get size(): number {
    return this.#last.size;
  }
}
