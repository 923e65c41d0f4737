/** Counts what is open at the moment, by key. */
export class Counts {
  readonly #open = new Map<string, number>();

  of(key: string): number {
    return this.#open.get(key) ?? 0;
  }

  /** Counts one more. The returned function counts it no longer. */
  enter(key: string): () => void {
    this.#open.set(key, this.of(key) + 1);
    return () => {
      const left = this.of(key) - 1;
      if (left > 0) this.#open.set(key, left);
      else this.#open.delete(key);
    };
  }
}
