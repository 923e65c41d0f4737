/**
 * A page ends with the record with which its text reaches this many bytes, even if fewer records were read than were
 * asked for. Without this limit, a page of the longest log lines would hold the event loop while it is written.
 */
export const pageBytes = 1024 * 1024;

/** A page, and whether there are more records. */
export interface Paged<Item> {
  items: Item[];
  more: boolean;
}

/** Collects the records of one page. */
export class Page<Item> {
  readonly items: Item[] = [];
  readonly #limit: number;
  #bytesLeft: number;
  /** Whether a record was refused because the page was full. */
  #more = false;

  /** @param bytes size of the text at which the page ends (default: no limit) */
  constructor({ limit = Number.POSITIVE_INFINITY, bytes = Number.POSITIVE_INFINITY }) {
    this.#limit = limit;
    this.#bytesLeft = bytes;
  }

  get isFull(): boolean {
    return this.items.length >= this.#limit || this.#bytesLeft <= 0;
  }

  /** Adds a record whose text has the given size. Returns false if the page was full, and ignores the record then. */
  add(item: Item, bytes: number): boolean {
    if (this.isFull) {
      this.#more = true;
      return false;
    }
    this.items.push(item);
    this.#bytesLeft -= bytes;
    return true;
  }

  get paged(): Paged<Item> {
    return { items: this.items, more: this.#more };
  }
}

/** Number of bytes of texts in UTF-8. */
export function textBytes(...texts: (string | null | undefined)[]): number {
  return texts.reduce((sum, text) => sum + (text ? Buffer.byteLength(text) : 0), 0);
}
