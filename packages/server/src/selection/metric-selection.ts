import type { MetricRecord } from "../model/model.ts";
import { type EventCount, EventCounts } from "./event-counts.ts";
import { isEvent } from "./metric-event.ts";
import { placeOf } from "./metric-place.ts";
import { MetricPool, type Seen } from "./metric-pool.ts";
import { type Most, mostEvents, mostMetrics } from "./metric-size.ts";

/** While metrics are added, up to this many are held for each that may be returned. */
export const heldPerPoint = 4;

/**
 * Selects the metrics that are returned: all, or, if they are too many or too large, the events, and of the others those
 * with the lowest and the highest values of each type and symbol. Each metric is seen once, and `Metric` can be as little
 * as its sequence number.
 */
export class MetricSelection<Metric> {
  readonly #most: Most;
  readonly #events: MetricPool<Metric>;
  readonly #points: MetricPool<Metric>;
  readonly #counts = new EventCounts();
  #bytes = 0;

  constructor(most: Most) {
    this.#most = most;
    this.#events = new MetricPool(heldPerPoint * most.max_points);
    this.#points = new MetricPool(heldPerPoint * most.max_points);
  }

  /** Number of metrics that were added. */
  get total(): number {
    return this.#events.total + this.#points.total;
  }

  /** The most metrics that are held to be selected by their values. */
  get held(): number {
    return this.#events.held + this.#points.held;
  }

  /** Adds a metric; those of one type and symbol preferably in order of time. */
  add(metric: Metric, seen: Seen): void {
    this.#bytes += seen.bytes;
    const time = Date.parse(seen.time);
    if (isEvent(seen)) {
      this.#events.add(metric, time, seen);
      this.#counts.add(time);
    } else this.#points.add(metric, time, seen);
  }

  /** Returns the selected metrics in any order, and whether others were left out. */
  selected(): { metrics: Metric[]; downsampled: boolean } {
    const allowed = mostMetrics({ total: this.total, bytes: this.#bytes }, this.#most);
    const events = this.#events.kept(mostEvents(this.#events.total, this.#points, allowed));
    const points = this.#points.kept(Math.min(allowed - events.length, this.#points.total));
    return { metrics: [...events, ...points], downsampled: this.total > allowed };
  }

  /** Counts the events that are not among these metrics. Call once. */
  eventsLeftOut(kept: readonly MetricRecord[]): EventCount[] {
    return this.#counts.without(kept.filter(isEvent).map((metric) => Date.parse(placeOf(metric))));
  }
}
