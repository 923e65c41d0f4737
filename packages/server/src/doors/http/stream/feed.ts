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
  readonly #say: { event(item: Item): void; gap(from: number, to: number): void };
  #position = 0;
  #live = false;
  #reading = false;
  /** Whether items were announced since the store was last read. */
  #told = false;
  #ended = false;

  constructor(
    source: Source<Item>,
    outbox: Outbox,
    say: { event(item: Item): void; gap(from: number, to: number): void },
  ) {
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
    for (const item of items) {
      if (item.seq <= this.#position) continue;
      if (!this.#live || this.#outbox.full || item.seq !== this.#position + 1) {
        this.#live = false;
        return;
      }
      this.#send(item);
    }
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
        for (const item of items) this.#send(item);
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

  #send(item: Item): void {
    if (item.seq <= this.#position) return;
    if (item.seq > this.#position + 1) this.#skipTo(item.seq - 1);
    this.#position = item.seq;
    this.#say.event(item);
  }
}
