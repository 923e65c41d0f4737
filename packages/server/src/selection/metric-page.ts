import type { MetricRecord } from "../model/model.ts";

/** A page ends after reading this many metrics, so that a page of a rare type does not take long. */
export const readAtMost = 50_000;

/** Whether a metric has the type, and a time between the bounds, both inclusive. */
export function isIn(
  metric: Pick<MetricRecord, "type" | "time">,
  { type, from, to }: { type?: string | undefined; from?: string | undefined; to?: string | undefined },
): boolean {
  return (
    (type === undefined || metric.type === type) &&
    (from === undefined || metric.time >= from) &&
    (to === undefined || metric.time <= to)
  );
}
