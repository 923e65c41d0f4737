import { dataTime } from "@botyard/core";
import type { MetricRecord } from "../model/model.ts";

/** The moment that the data of a metric belongs to: what metrics are selected and sorted by. */
export const placeOf = ({ data, time }: Pick<MetricRecord, "data" | "time">): string =>
  dataTime(data) ?? time;
