import type { MetricRecord } from "@botyard/client/browser";
import { dataTime } from "@botyard/core";

/** Where a chart has a metric, in seconds since the epoch: the moment that its data belongs to, or that it was emitted. */
export const placeOf = ({ data, time }: Pick<MetricRecord, "data" | "time">): number =>
  Date.parse(dataTime(data) ?? time) / 1000;

export interface Placed {
  record: MetricRecord;
  place: number;
}

/** Metrics in the order in which a chart has them. */
export const placed = (records: readonly MetricRecord[]): Placed[] =>
  records
    .map((record) => ({ record, place: placeOf(record) }))
    .sort((a, b) => a.place - b.place || a.record.seq - b.record.seq);
