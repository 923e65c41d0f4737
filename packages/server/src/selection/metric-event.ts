import { dataTime, numberOf } from "@botyard/core";
import type { MetricRecord } from "../model/model.ts";

const types = new Set(["signal", "trade"]);
/** As the dashboard recognises a signal, whatever its type is. */
const sideFields = ["type", "side", "action", "signal"];

/**
 * Whether a metric is an event, which nothing around it stands for: a signal, a trade, or data without a number. All
 * others are points of lines.
 */
export function isEvent({ type, data }: Pick<MetricRecord, "type" | "data">): boolean {
  return types.has(type) || isSignal(data) || !hasNumber(data);
}

const isSignal = (data: MetricRecord["data"]) =>
  numberOf(data.price) !== undefined &&
  sideFields.some((field) => {
    const side = data[field];
    return typeof side === "string" && side.length <= 4 && /^(?:buy|sell)$/i.test(side);
  });

function hasNumber(data: MetricRecord["data"]): boolean {
  for (const field of Object.keys(data))
    if (numberOf(data[field]) !== undefined && (field !== "time" || dataTime(data) === undefined))
      return true;
  return false;
}
