/** Keeps the last items that were added. */
export class Ring<Item> {
  readonly #size: number;
  readonly #items: Item[] = [];
  /** Where the next item goes, once it is full. */
  #next = 0;

  constructor(size: number) {
    this.#size = size;
  }

  add(item: Item): void {
    if (this.#items.length < this.#size) {
      this.#items.push(item);
      return;
    }
    this.#items[this.#next] = item;
    this.#next = (this.#next + 1) % this.#size;
  }

  /** The oldest first. */
  get items(): Item[] {
    return [...this.#items.slice(this.#next), ...this.#items.slice(0, this.#next)];
  }
}
