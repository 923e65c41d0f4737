import { Extremes } from "./metric-extremes.ts";
import { MetricGroups, shares } from "./metric-shares.ts";
import { type Most, mostMetrics } from "./metric-size.ts";

/** While metrics are added, up to this many are held for each that may be returned. */
export const heldPerPoint = 4;

/** What decides whether a metric is kept. */
interface Seen {
  type: string;
  /** RFC 3339. */
  time: string;
  /** Its numbers may be rounded to doubles. */
  data: Readonly<Record<string, unknown>>;
  /** Size of its data. */
  bytes: number;
}

/**
 * Selects the metrics that are returned: all, or, if they are too many or too large, those with the lowest and the highest
 * values of each type and symbol. Each metric is seen once, and `Metric` can be as little as its sequence number.
 */
export class MetricSelection<Metric> {
  readonly #most: Most;
  readonly #all: Metric[] = [];
  readonly #extremes = new Set<Extremes<Metric>>();
  readonly #groups: MetricGroups<Extremes<Metric>>;
  #held = 0;
  #heldAtMost: number;
  #total = 0;
  #bytes = 0;

  constructor(most: Most) {
    this.#most = most;
    this.#heldAtMost = heldPerPoint * most.max_points;
    this.#groups = new MetricGroups(() => {
      const extremes = new Extremes<Metric>();
      this.#extremes.add(extremes);
      return extremes;
    });
  }

  /** Number of metrics that were added. */
  get total(): number {
    return this.#total;
  }

  /** The most metrics that are held to be selected by their values. */
  get held(): number {
    return this.#held;
  }

  /** Adds a metric; those of one type and symbol preferably in order of time. */
  add(metric: Metric, { type, time, data, bytes }: Seen): void {
    this.#total++;
    this.#bytes += bytes;
    if (this.#total <= this.#most.max_points) this.#all.push(metric);
    const group = this.#groups.of(type, data.symbol);
    this.#held -= group.held;
    group.add(metric, Date.parse(time), data);
    this.#held += group.held;
    if (this.#held > this.#heldAtMost) this.#widen();
  }

  /** Widens the intervals of the groups that hold most, until half of the metrics are left. */
  #widen(): void {
    const groups = [...this.#extremes];
    for (let before = Number.POSITIVE_INFINITY; 2 * this.#held > this.#heldAtMost && this.#held < before; ) {
      before = this.#held;
      const most = groups.reduce((most, { held }) => Math.max(most, held), 0);
      for (const group of groups) if (2 * group.held >= most) group.widen();
      this.#held = groups.reduce((sum, { held }) => sum + held, 0);
    }
    // One interval for each of very many groups can be more. This must not be tried again with each metric.
    this.#heldAtMost = Math.max(this.#heldAtMost, 2 * this.#held);
  }

  /** Returns the selected metrics in any order, and whether others were left out. */
  selected(): { metrics: Metric[]; downsampled: boolean } {
    const allowed = mostMetrics({ total: this.#total, bytes: this.#bytes }, this.#most);
    if (this.#total <= allowed) return { metrics: this.#all, downsampled: false };
    const groups = this.#groups.inOrder();
    const most = shares(
      groups.map(({ count }) => count),
      allowed,
    );
    return { metrics: groups.flatMap((group, at) => group.kept(most[at]!)), downsampled: true };
  }
}
