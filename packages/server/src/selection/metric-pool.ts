import { Extremes } from "./metric-extremes.ts";
import { MetricGroups, shares } from "./metric-shares.ts";

/** What decides whether a metric is kept. */
export interface Seen {
  type: string;
  /** RFC 3339; the moment that its data belongs to. */
  time: string;
  /** Its numbers may be rounded to doubles. */
  data: Readonly<Record<string, unknown>>;
  /** Size of its data. */
  bytes: number;
}

/** Metrics that share a number of points: each type and symbol by itself. */
export class MetricPool<Metric> {
  readonly #all = new Set<Extremes<Metric>>();
  readonly #groups: MetricGroups<Extremes<Metric>>;
  readonly #held: Held;
  readonly #sampled: Held;
  #total = 0;

  /** @param heldAtMost how many metrics are held for their values, and as many for their distances */
  constructor(heldAtMost: number) {
    this.#held = { size: 0, most: heldAtMost };
    this.#sampled = { size: 0, most: heldAtMost };
    this.#groups = new MetricGroups(() => {
      const extremes = new Extremes<Metric>();
      this.#all.add(extremes);
      return extremes;
    });
  }

  /** Number of metrics that were added. */
  get total(): number {
    return this.#total;
  }

  get groups(): number {
    return this.#all.size;
  }

  /** The most metrics that are held to be selected by their values. */
  get held(): number {
    return this.#held.size;
  }

  add(metric: Metric, time: number, { type, data }: Seen): void {
    this.#total++;
    const group = this.#groups.of(type, data.symbol);
    this.#held.size -= group.held;
    this.#sampled.size -= group.sampled;
    group.add(metric, time, data);
    this.#held.size += group.held;
    this.#sampled.size += group.sampled;
    const groups = this.#all;
    reduce(this.#held, groups, { sizeOf: ({ held }) => held, halve: (group) => group.widen() });
    reduce(this.#sampled, groups, { sizeOf: ({ sampled }) => sampled, halve: (group) => group.thin() });
  }

  /** Returns this many metrics, if as many were added; more only if there are more groups. */
  kept(most: number): Metric[] {
    const groups = this.#groups.inOrder();
    const shared = shares(
      groups.map(({ count }) => count),
      most,
    );
    return groups.flatMap((group, at) => group.kept(shared[at]!));
  }
}

interface Held {
  size: number;
  most: number;
}

/** Halves the groups that hold most, until half of the metrics are left. */
function reduce<Group>(
  held: Held,
  groups: ReadonlySet<Group>,
  { sizeOf, halve }: { sizeOf(group: Group): number; halve(group: Group): void },
): void {
  if (held.size <= held.most) return;
  for (let before = Number.POSITIVE_INFINITY; 2 * held.size > held.most && held.size < before; ) {
    before = held.size;
    let most = 0;
    for (const group of groups) most = Math.max(most, sizeOf(group));
    for (const group of groups) if (2 * sizeOf(group) >= most) halve(group);
    held.size = 0;
    for (const group of groups) held.size += sizeOf(group);
  }
  // One metric for each of very many groups can be more. This must not be tried again with each metric.
  held.most = Math.max(held.most, 2 * held.size);
}
