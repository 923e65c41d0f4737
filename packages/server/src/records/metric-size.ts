import type { MetricRecord } from "../model.ts";
import { textBytes } from "./page.ts";

export interface Most {
  max_points: number;
  /** Size of the data of all metrics together (default: no limit). */
  bytes?: number;
}

/** Returns the number of metrics of the average size that may be returned. */
export function mostMetrics(found: { total: number; bytes: number }, { max_points, bytes }: Most): number {
  if (bytes === undefined || found.bytes <= bytes) return max_points;
  return Math.max(1, Math.min(max_points, Math.floor((found.total * bytes) / found.bytes)));
}

/** Leaves out every other metric until the rest has the size, because those with extreme values can be the largest. */
export function withinBytes(items: readonly MetricRecord[], { bytes }: Most): MetricRecord[] {
  let kept = items.map((metric) => ({ metric, size: textBytes(JSON.stringify(metric.data)) }));
  const isTooLarge = () =>
    kept.reduce((sum, { size }) => sum + size, 0) > (bytes ?? Number.POSITIVE_INFINITY);
  while (kept.length > 1 && isTooLarge()) kept = kept.filter((_, at) => (kept.length - 1 - at) % 2 === 0);
  return kept.map(({ metric }) => metric);
}
