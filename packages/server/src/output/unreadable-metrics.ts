import type { UnreadableMetric } from "@botyard/core";
import type { Gathered } from "./gathered.ts";

/** Pause between two reports in the log of a bot. */
const reportMs = 60_000;

/** The metrics of a bot that were dropped because their lines are not JSON. Every one is counted, but not every one reported. */
export class UnreadableMetrics {
  #unreported = 0;
  #reportedAt = Number.NEGATIVE_INFINITY;
  #last: UnreadableMetric | undefined;

  /** Counts dropped metrics. */
  add(count: number, last: UnreadableMetric, into: Gathered): void {
    this.#last = last;
    this.#count(count, into);
  }

  /**
   * Returns the report that is due, which counts for the metrics that it reports.
   *
   * @param last whether nothing may come after it, so that it does not wait for its minute
   */
  report(
    now: number,
    into: Gathered,
    last = false,
  ): { message: string; dropped_metrics: number } | undefined {
    const count = this.#unreported;
    if (count === 0 || !this.#last || (!last && now - this.#reportedAt < reportMs)) return undefined;
    this.#reportedAt = now;
    this.#count(-count, into);
    const { type, key, value } = this.#last;
    const subject =
      count === 1
        ? `A metric of type ${short(type)} was dropped`
        : `${count} metrics were dropped, the last of type ${short(type)}`;
    const message = `${subject}: ${short(key)} is ${value}, which is not valid JSON. Emit null or leave the key out.`;
    return { message, dropped_metrics: count };
  }

  /** Takes back what was gathered but will be read again. */
  undo(into: Gathered): void {
    this.#count(-(into.unreported ?? 0), into);
  }

  #count(count: number, into: Gathered): void {
    this.#unreported += count;
    into.unreported = (into.unreported ?? 0) + count;
  }
}

function short(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}
