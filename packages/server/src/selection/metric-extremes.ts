import { numberOf } from "@botyard/core";
import { Sample } from "./metric-sample.ts";

/** Maximum number of numeric fields whose extremes are kept; further fields are ignored. */
const fieldsAtMost = 8;

/** Metrics whose times are close to each other. */
interface Bucket<Metric> {
  /** Time of the first metric, in milliseconds. */
  time: number;
  first: Metric;
  /** For each field the lowest and the highest value, NaN without one, and the metrics that have them. */
  low: number[];
  high: number[];
  lowest: (Metric | undefined)[];
  highest: (Metric | undefined)[];
}

/**
 * Downsamples metrics so that a chart of them still shows every peak. It holds metrics with the extreme values of short
 * intervals, which can be made longer while metrics are added, because their number and times are known only in the end,
 * and others for the points that the extremes leave over: one metric may have several of them.
 */
export class Extremes<Metric> {
  readonly #fields: string[] = [];
  /** Length of an interval in milliseconds. */
  #width = 1;
  #buckets = new Map<number, Bucket<Metric>>();
  #latest: { index: number; bucket: Bucket<Metric> } | undefined;
  #from = Number.POSITIVE_INFINITY;
  #to = Number.NEGATIVE_INFINITY;
  #last: Metric | undefined;
  #count = 0;
  readonly #sample = new Sample<Metric>();

  /** Number of metrics that were added. */
  get count(): number {
    return this.#count;
  }

  /** The most metrics that it may hold. */
  get held(): number {
    return this.#buckets.size * this.#perBucket;
  }

  /** How many metrics it holds whatever their values are. */
  get sampled(): number {
    return this.#sample.size;
  }

  get #perBucket(): number {
    return Math.max(1, 2 * this.#fields.length);
  }

  /** @param data only decides what is kept, and may be rounded to doubles */
  add(metric: Metric, time: number, data: Readonly<Record<string, unknown>>): void {
    if (this.#count++ === 0)
      for (const [field, value] of Object.entries(data))
        if (numberOf(value) !== undefined && this.#fields.length < fieldsAtMost) this.#fields.push(field);
    if (time < this.#from) this.#from = time;
    if (time > this.#to) this.#to = time;
    this.#last = metric;
    this.#sample.add(metric);
    const { low, high, lowest, highest } = this.#bucketAt(time, metric);
    for (let field = 0; field < this.#fields.length; field++) {
      const value = numberOf(data[this.#fields[field]!]);
      if (value === undefined) continue;
      // Negated, because no comparison with NaN is true.
      if (!(value >= low[field]!)) {
        low[field] = value;
        lowest[field] = metric;
      }
      if (!(value <= high[field]!)) {
        high[field] = value;
        highest[field] = metric;
      }
    }
  }

  #bucketAt(time: number, metric: Metric): Bucket<Metric> {
    const index = Math.floor(time / this.#width);
    if (this.#latest?.index === index) return this.#latest.bucket;
    let bucket = this.#buckets.get(index);
    if (!bucket) {
      const values = () => this.#fields.map(() => Number.NaN);
      const metrics = () => this.#fields.map(() => undefined);
      bucket = { time, first: metric, low: values(), high: values(), lowest: metrics(), highest: metrics() };
      this.#buckets.set(index, bucket);
    }
    this.#latest = { index, bucket };
    return bucket;
  }

  /** Makes the intervals longer, so that about half as many are left. */
  widen(): void {
    const longer = Math.max(2, Math.ceil((2 * (this.#to - this.#from)) / (this.#buckets.size * this.#width)));
    this.#width *= longer;
    this.#buckets = merged(this.#buckets, ({ time }) => Math.floor(time / this.#width));
    this.#latest = undefined;
  }

  /** Leaves out every other metric of those that are held whatever their values are. */
  thin(): void {
    this.#sample.halve();
  }

  /** Returns `most` metrics, always including the last, or all if there are not more. */
  kept(most: number): Metric[] {
    if (this.#count <= most) return this.#sample.besides(new Set(), most);
    const intervals = Math.max(1, Math.floor((most - 1) / this.#perBucket));
    const length = Math.max(1, this.#to - this.#from) / intervals;
    const kept = new Set<Metric>();
    const buckets = merged(this.#buckets, ({ time }) =>
      Math.min(intervals - 1, Math.floor((time - this.#from) / length)),
    );
    for (const { first, lowest, highest } of buckets.values()) {
      const extremes = [...lowest, ...highest].filter((metric) => metric !== undefined);
      for (const metric of extremes.length > 0 ? extremes : [first]) kept.add(metric);
    }
    if (this.#last !== undefined) {
      kept.delete(this.#last);
      kept.add(this.#last);
    }
    return [...this.#sample.besides(kept, Math.max(0, most - kept.size)), ...kept].slice(-most);
  }
}

/** Merges the buckets for which `indexOf` returns the same number, each into the first of them. */
function merged<Metric>(
  buckets: Map<number, Bucket<Metric>>,
  indexOf: (bucket: Bucket<Metric>) => number,
): Map<number, Bucket<Metric>> {
  const longer = new Map<number, Bucket<Metric>>();
  for (const bucket of buckets.values()) {
    const index = indexOf(bucket);
    const into = longer.get(index);
    if (into) merge(into, bucket);
    else longer.set(index, bucket);
  }
  return longer;
}

function merge<Metric>(into: Bucket<Metric>, { low, high, lowest, highest }: Bucket<Metric>): void {
  for (let field = 0; field < low.length; field++) {
    if (lowest[field] !== undefined && !(low[field]! >= into.low[field]!)) {
      into.low[field] = low[field]!;
      into.lowest[field] = lowest[field];
    }
    if (highest[field] !== undefined && !(high[field]! <= into.high[field]!)) {
      into.high[field] = high[field]!;
      into.highest[field] = highest[field];
    }
  }
}
