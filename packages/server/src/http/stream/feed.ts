import type { Outbox } from "./outbox.ts";

export interface Numbered {
  seq: number;
}

/** Where a channel's past is read. */
export interface Source<Item extends Numbered> {
  /** Up to `limit` items behind `seq`, the oldest first. */
  after(seq: number, limit: number): Promise<Item[]>;
  /** The last number given out. */
  last(): Promise<number>;
}

const readAtOnce = 500;
/** A slow client that is further behind than `lagAtMost` goes on `lagKept` before the end. */
const lagAtMost = 10_000;
const lagKept = 1_000;

/**
 * One channel of one bot on its way to one client: every number once and in order, a number that can not be had said
 * as a gap. The store is the queue; what is told live is sent straight on while nothing older is missing.
 */
export class Feed<Item extends Numbered> {
  readonly #source: Source<Item>;
  readonly #outbox: Outbox;
  readonly #say: { event(item: Item): void; gap(from: number, to: number): void };
  #position = 0;
  #live = false;
  #reading = false;
  /** Something was told since the last look into the store. */
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

  /** Begins behind `after`, without it behind the last number there is; gives where that is. Nothing is sent yet. */
  async place(after: number | undefined): Promise<number> {
    const last = await this.#source.last();
    this.#position = after === undefined ? last : Math.min(after, last);
    return this.#position;
  }

  /** Sends what is there and, from then on, what comes. Rejects when the store can not be read. */
  async start(): Promise<void> {
    await this.#readOn();
  }

  /** Items just stored, in order. */
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

  /** True when {@link start} must be called again: the feed fell back behind what was told. */
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

  /** Nothing is left behind the position, though numbers were given out: retention took them. */
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
