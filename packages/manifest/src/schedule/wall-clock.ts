/** A period without a clock change. Times are in milliseconds; `end` is exclusive. */
export type Stretch = {
  start: number;
  end: number;
  /** Wall-clock time, taken as UTC, minus the actual time. */
  offset: number;
  /**
   * First wall-clock time that was not shown before the period. If it is less than the first time of the period, times
   * were skipped; if it is greater, times are repeated.
   */
  unseen: number;
};

type Change = { at: number; before: number; after: number };

const hour = 3_600_000;
/** No clock has been changed twice within this time, so comparing both ends finds every change. */
const step = 12 * hour;
/** Length of the periods for which changes are cached. */
const page = 60 * step;

/** The wall clock of a time zone. */
export class WallClock {
  readonly #format: Intl.DateTimeFormat;
  readonly #utc: boolean;
  readonly #pages = new Map<number, Change[]>();

  /** @throws {RangeError} if the time zone is unknown */
  constructor(timezone: string) {
    this.#format = new Intl.DateTimeFormat("en-US", {
      timeZone: timezone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    this.#utc = this.#format.resolvedOptions().timeZone === "UTC";
  }

  /** Yields the periods from the one that contains `instant` on, up to the end of the range of `Date`. */
  *stretches(instant: number): Generator<Stretch> {
    if (this.#utc) {
      yield { start: -Infinity, end: Infinity, offset: 0, unseen: -Infinity };
      return;
    }
    let number = Math.floor((instant - 4 * step) / page);
    let start = number * page;
    let offset = this.#offsetAt(start);
    let unseen = start + offset;
    for (; ; number++) {
      for (const change of this.#changesIn(number)) {
        if (change.at > instant) yield { start, end: change.at, offset, unseen };
        start = change.at;
        offset = change.after;
        unseen = change.at + change.before;
      }
      // A change at the end of a page yields an empty period, whose `unseen` still shows the skipped times.
      const end = (number + 1) * page;
      if (end > instant) yield { start, end, offset, unseen };
      if (end > lastInstant) return;
      start = end;
      unseen = Math.max(unseen, end + offset);
    }
  }

  /** Returns the clock changes in (start, end] of a page. */
  #changesIn(number: number): Change[] {
    const known = this.#pages.get(number);
    if (known !== undefined) return known;
    const changes: Change[] = [];
    let before = this.#offsetAt(number * page);
    for (let at = number * page + step; at <= (number + 1) * page; at += step) {
      const after = this.#offsetAt(at);
      if (after !== before) changes.push({ at: this.#moment(at - step, at, before), before, after });
      before = after;
    }
    if (this.#pages.size >= 100) this.#pages.clear();
    this.#pages.set(number, changes);
    return changes;
  }

  /** Returns the first instant with the new offset, between two instants with different offsets. */
  #moment(low: number, high: number, before: number): number {
    while (high - low > 1000) {
      const middle = Math.floor((low + high) / 2000) * 1000;
      if (this.#offsetAt(middle) === before) low = middle;
      else high = middle;
    }
    return high;
  }

  #offsetAt(instant: number): number {
    const parts: Record<string, number> = {};
    for (const { type, value } of this.#format.formatToParts(instant)) parts[type] = Number(value);
    const { year, month, day, hour, minute, second } = parts as Record<string, number>;
    return Date.UTC(year!, month! - 1, day!, hour!, minute!, second!) - instant;
  }
}

/** End of the range of `Date`, minus a margin for offsets. */
const lastInstant = 8_640_000_000_000_000 - 2 * page;
