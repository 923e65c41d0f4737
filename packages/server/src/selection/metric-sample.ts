/** Holds metrics at equal distances, which can be doubled while metrics are added. */
export class Sample<Metric> {
  #metrics: Metric[] = [];
  #distance = 1;
  #count = 0;

  get size(): number {
    return this.#metrics.length;
  }

  add(metric: Metric): void {
    if (this.#count++ % this.#distance === 0) this.#metrics.push(metric);
  }

  /** Removes every other metric. */
  halve(): void {
    this.#metrics = this.#metrics.filter((_, at) => at % 2 === 0);
    this.#distance *= 2;
  }

  /** Returns at most `most` metrics besides those that are known. */
  besides(known: ReadonlySet<Metric>, most: number): Metric[] {
    return evenly(
      this.#metrics.filter((metric) => !known.has(metric)),
      most,
    );
  }
}

/** Returns so many items at equal distances, the last one among them. */
export function evenly<Item>(items: readonly Item[], most: number): Item[] {
  if (items.length <= most) return [...items];
  return Array.from({ length: most }, (_, at) => items[Math.ceil(((at + 1) * items.length) / most) - 1]!);
}
