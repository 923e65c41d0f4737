import { inPieces } from "./frames.ts";
import type { Outbox } from "./outbox.ts";

export interface Numbered {
  seq: number;
}

/** The stored records of a channel. */
export interface Source<Item extends Numbered> {
  /** Returns up to `limit` items after `seq`, oldest first. */
  after(seq: number, limit: number): Promise<Item[]>;
  /** Returns the last number assigned. */
  last(): Promise<number>;
}

/** Tells the client. */
export interface Say<Item> {
  /** The next items, whose numbers are consecutive. */
  events(items: readonly Item[]): void;
  gap(from: number, to: number): void;
}

const readAtOnce = 500;
/** A slow client that is more than `lagAtMost` behind continues `lagKept` before the end. */
const lagAtMost = 10_000;
const lagKept = 1_000;

/**
 * Sends one channel of one bot to one client: every number once and in order; unavailable numbers are reported as a
 * gap. The store is the queue; live items are sent directly while no older item is missing.
 */
export class Feed<Item extends Numbered> {
  readonly #source: Source<Item>;
  readonly #outbox: Outbox;
  readonly #say: Say<Item>;
  #position = 0;
  #live = false;
  #reading = false;
  /** Whether items were announced since the store was last read. */
  #told = false;
  #ended = false;

  constructor(source: Source<Item>, outbox: Outbox, say: Say<Item>) {
    this.#source = source;
    this.#outbox = outbox;
    this.#say = say;
  }

  /** Sets the position to `after`, at most the last number, which is also the default. Returns it; sends nothing. */
  async place(after: number | undefined): Promise<number> {
    const last = await this.#source.last();
    this.#position = after === undefined ? last : Math.min(after, last);
    return this.#position;
  }

  /**
   * Sends the stored items; live ones follow through {@link tell}.
   *
   * @throws {Error} the error of the store, if it cannot be read
   */
  async start(): Promise<void> {
    await this.#readOn();
  }

  /** Takes items that were just stored, in order. */
  tell(items: readonly Item[]): void {
    this.#told = true;
    const next = items.findIndex(({ seq }) => seq > this.#position);
    if (next === -1) return;
    if (!this.#live || this.#outbox.full || items[next]!.seq !== this.#position + 1) this.#live = false;
    // The same array if possible: what was encoded of it is used by all streams.
    else this.#send(next === 0 ? items : items.slice(next));
  }

  /** True if {@link start} must be called again because the feed has fallen behind. */
  get behind(): boolean {
    return !this.#live && !this.#reading && !this.#ended;
  }

  end(): void {
    this.#ended = true;
  }

  async #readOn(): Promise<void> {
    this.#reading = true;
    try {
      while (!this.#ended && this.#outbox.open) {
        if (await this.#outbox.room()) await this.#cutBacklog();
        this.#told = false;
        const items = await this.#source.after(this.#position, readAtOnce);
        if (this.#ended) return;
        // Items that a full socket does not take are read again: lines may be long.
        for (const piece of inPieces(items)) if (!this.#outbox.full) this.#send(piece);
        if (items.length > 0) continue;
        await this.#sayWhatIsGone();
        if (this.#told) continue;
        this.#live = true;
        return;
      }
    } finally {
      this.#reading = false;
    }
  }

  /** Reports a gap if numbers after the position were assigned but their records have been removed by retention. */
  async #sayWhatIsGone(): Promise<void> {
    if (this.#told) return;
    const last = await this.#source.last();
    if (this.#told || last <= this.#position) return;
    const items = await this.#source.after(this.#position, 1);
    if (items.length > 0) this.#told = true;
    else this.#skipTo(last);
  }

  async #cutBacklog(): Promise<void> {
    const last = await this.#source.last();
    if (last - this.#position > lagAtMost) this.#skipTo(last - lagKept);
  }

  #skipTo(seq: number): void {
    this.#say.gap(this.#position + 1, seq);
    this.#position = seq;
  }

  /** Sends items after the position. Numbers that are missing before or between them are reported as gaps. */
  #send(items: readonly Item[]): void {
    let rest = items;
    while (rest.length > 0) {
      const first = rest[0]!.seq;
      if (first > this.#position + 1) this.#skipTo(first - 1);
      const end = rest.findIndex(({ seq }, at) => seq !== first + at);
      const consecutive = end === -1 ? rest : rest.slice(0, end);
      this.#position = first + consecutive.length - 1;
      this.#say.events(consecutive);
      rest = end === -1 ? [] : rest.slice(end);
    }
  }
}
