import { type MetricRecord, placeOf } from "@botyard/server/building-blocks";

export function byPlace(a: MetricRecord, b: MetricRecord): number {
  const [one, other] = [placeOf(a), placeOf(b)];
  return one < other ? -1 : one > other ? 1 : a.seq - b.seq;
}
