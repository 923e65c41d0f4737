/** A stretch of time in which a wall clock is not changed. Times are milliseconds; `end` is exclusive. */
export type Stretch = {
  start: number;
  end: number;
  /** What the clock shows minus the time it is, as if its reading were UTC. */
  offset: number;
  /**
   * The first reading that the clock had not shown before the stretch began. Less than the stretch's own first
   * reading: readings were left out. More: readings come twice.
   */
  unseen: number;
};

type Change = { at: number; before: number; after: number };

const hour = 3_600_000;
/** No clock has been changed twice within this time; looking at both its ends is enough to see a change. */
const step = 12 * hour;
/** Changes are looked up for this much time at once. */
const page = 60 * step;

/** The clock on the wall of a time zone, as far as it differs from UTC. */
export class WallClock {
  readonly #format: Intl.DateTimeFormat;
  readonly #utc: boolean;
  readonly #pages = new Map<number, Change[]>();

  /** @throws RangeError when there is no such time zone. */
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

  /** The stretches from the one that holds `instant` on, without end. */
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
      // A change at the very end of a page leaves a stretch of no length, which still tells what was left out.
      const end = (number + 1) * page;
      if (end > instant) yield { start, end, offset, unseen };
      if (end > lastInstant) return;
      start = end;
      unseen = Math.max(unseen, end + offset);
    }
  }

  /** The changes of the clock in (start, end] of a page. */
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

  /** The first instant of the new offset between two that have different ones. */
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

/** The end of what a Date can hold, less the reach of any offset. */
const lastInstant = 8_640_000_000_000_000 - 2 * page;
