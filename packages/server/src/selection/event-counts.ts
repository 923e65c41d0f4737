/** Events of an interval, `to` excluded. */
export interface EventCount {
  from: string;
  to: string;
  count: number;
}

const second = 1_000;
/** Lengths of intervals, each a multiple of the one before. After them, each is ten times as long. */
const lengths = [second, 10 * second, 60 * second, 600 * second, 3_600 * second, 86_400 * second];
export const intervalsAtMost = 200;

/** Counts events by intervals, which get longer when there are too many. */
export class EventCounts {
  #step = 0;
  #counts = new Map<number, number>();

  get #length(): number {
    const beyond = Math.max(0, this.#step - lengths.length + 1);
    return lengths[this.#step - beyond]! * 10 ** beyond;
  }

  /** @param time milliseconds since 1970 */
  add(time: number, count = 1): void {
    const from = Math.floor(time / this.#length) * this.#length;
    this.#counts.set(from, (this.#counts.get(from) ?? 0) + count);
    while (this.#counts.size > intervalsAtMost) {
      const shorter = this.#counts;
      this.#counts = new Map();
      this.#step++;
      for (const [from, count] of shorter) this.add(from, count);
    }
  }

  /** Returns the counts without these events, in order of time. */
  without(times: Iterable<number>): EventCount[] {
    for (const time of times) this.add(time, -1);
    const iso = (time: number) => new Date(time).toISOString();
    return [...this.#counts]
      .filter(([, count]) => count > 0)
      .sort(([a], [b]) => a - b)
      .map(([from, count]) => ({ from: iso(from), to: iso(from + this.#length), count }));
  }
}
