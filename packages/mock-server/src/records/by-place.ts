import { type MetricRecord, placeOf } from "@botyard/server/operations";

export function byPlace(a: MetricRecord, b: MetricRecord): number {
  const [one, other] = [placeOf(a), placeOf(b)];
  return one < other ? -1 : one > other ? 1 : a.seq - b.seq;
}
