import { numberOf } from "@botyard/core";
import type { MetricRecord } from "../model.ts";

/** Maximum number of numeric fields whose extremes are kept; further fields are ignored. */
const fieldsAtMost = 8;

/** A metric; values that only decide what is kept may be rounded to doubles. */
interface Measured {
  time: string;
  data: Record<string, unknown>;
}

interface Bucket<Metric> {
  first: Metric;
  /** The metrics with the lowest and the highest value of each field. */
  low: Map<string, Metric>;
  high: Map<string, Metric>;
}

/** Downsamples the metrics of one type so that a chart of them still shows every peak. */
export class Extremes<Metric extends Measured = MetricRecord> {
  readonly #from: number;
  readonly #span: number;
  readonly #most: number;
  readonly #buckets = new Map<number, Bucket<Metric>>();
  readonly #fields = new Set<string>();
  #count = 0;
  #last: Metric | undefined;

  constructor({ from, to, most }: { from: number; to: number; most: number }) {
    this.#from = from;
    this.#span = Math.max(1, to - from);
    this.#most = most;
  }

  add(record: Metric): void {
    if (this.#count === 0) {
      for (const [field, value] of Object.entries(record.data)) {
        if (numberOf(value) !== undefined && this.#fields.size < fieldsAtMost) this.#fields.add(field);
      }
      this.#count = Math.max(1, Math.floor((this.#most - 1) / Math.max(1, 2 * this.#fields.size)));
    }
    this.#last = record;
    const place = Math.floor(((Date.parse(record.time) - this.#from) / this.#span) * this.#count);
    const index = Math.min(this.#count - 1, Math.max(0, place));
    let bucket = this.#buckets.get(index);
    if (!bucket) {
      bucket = { first: record, low: new Map(), high: new Map() };
      this.#buckets.set(index, bucket);
    }
    for (const field of this.#fields) {
      const value = numberOf(record.data[field]);
      if (value === undefined) continue;
      const low = numberOf(bucket.low.get(field)?.data[field]);
      const high = numberOf(bucket.high.get(field)?.data[field]);
      if (low === undefined || value < low) bucket.low.set(field, record);
      if (high === undefined || value > high) bucket.high.set(field, record);
    }
  }

  /** Returns at most `most` records, always including the newest. */
  records(): Metric[] {
    const kept = new Set<Metric>();
    for (const { first, low, high } of this.#buckets.values()) {
      if (low.size === 0) kept.add(first);
      for (const record of low.values()) kept.add(record);
      for (const record of high.values()) kept.add(record);
    }
    if (this.#last) kept.add(this.#last);
    return [...kept].slice(-this.#most);
  }
}
