/** Milliseconds that long reads may use of each turn of the event loop, all of them together. */
export const turnMs = 4;

interface Waiting {
  read: Read;
  /** Works until the given time. */
  work(deadline: number): void;
}

/** What one long read has used so far. */
export interface Read {
  usedMs: number;
}

/**
 * Shares the event loop between long reads and everything else. A read first works at once, if this turn of the event
 * loop has time left. Then it continues in later turns, once in each, and the reads that have used least go first, so
 * that a short read does not wait for all the long ones.
 */
export class Turns {
  readonly #now: () => number;
  readonly #nextTurn: (callback: () => void) => void;
  #waiting: Waiting[] = [];
  #leftMs = turnMs;
  #isPlanned = false;

  /** @param now a clock in milliseconds */
  constructor(
    now: () => number = () => performance.now(),
    nextTurn: (callback: () => void) => void = (callback) => void setImmediate(callback),
  ) {
    this.#now = now;
    this.#nextTurn = nextTurn;
  }

  /** Calls `work` when it is the turn of this read. `work` must return soon after `isOver` returns true. */
  take<T>(read: Read, work: (isOver: () => boolean) => T): Promise<T> {
    return new Promise((resolve, reject) => {
      const entry: Waiting = {
        read,
        work: (deadline) => {
          try {
            resolve(work(() => this.#now() >= deadline));
          } catch (error) {
            reject(error);
          }
        },
      };
      if (read.usedMs === 0 && this.#leftMs > 0) this.#work(entry);
      else this.#waiting.push(entry);
      this.#plan();
    });
  }

  #work({ read, work }: Waiting): void {
    const began = this.#now();
    work(began + this.#leftMs);
    const took = this.#now() - began;
    // More than 0, because a read that has worked waits for the next turn.
    read.usedMs += Math.max(took, Number.MIN_VALUE);
    this.#leftMs -= took;
  }

  /** Begins a new turn, in which each waiting read may work once. */
  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    this.#nextTurn(() => {
      this.#isPlanned = false;
      this.#leftMs = turnMs;
      const waiting = this.#waiting.sort((a, b) => a.read.usedMs - b.read.usedMs);
      this.#waiting = [];
      while (this.#leftMs > 0 && waiting.length > 0) this.#work(waiting.shift()!);
      this.#waiting.push(...waiting);
      if (this.#waiting.length > 0) this.#plan();
    });
  }
}
