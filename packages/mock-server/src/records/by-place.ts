import { dataTime } from "@botyard/core";
import type { MetricRecord } from "@botyard/server/operations";

/** The moment that a metric is selected and sorted by. */
export const placeOf = ({ data, time }: MetricRecord): string => dataTime(data) ?? time;

export function byPlace(a: MetricRecord, b: MetricRecord): number {
  const [one, other] = [placeOf(a), placeOf(b)];
  return one < other ? -1 : one > other ? 1 : a.seq - b.seq;
}
