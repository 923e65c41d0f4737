import { botyardError, metricLine, shown } from "@botyard/core";
import { now } from "./process/clock.ts";
import { writeLine } from "./process/streams.ts";
import { systemErrorName } from "./process/system-error.ts";

/**
 * Emits a metric for the dashboard: one line on standard output, with the time in UTC to the
 * millisecond, written when this function returns [MET-1].
 *
 * @param type name of the metric, such as `price`
 * @param data a JSON object; NaN and infinities in it become `null`. The whole line has at most 65,536 bytes [MET-12].
 * @throws {BotyardError} `metric.invalid_type` if the type is not a string or is empty, `metric.invalid_data` if the data
 * is not an object or has no JSON form, `metric.too_large` if the line would be longer than 65,536 bytes,
 * `metric.write_failed` if standard output cannot be written [MET-2, MET-5, MET-12]
 * @example
 * metric("price", { symbol: "AAPL", value: 187.5 });
 */
export function metric(type: string, data: object): void {
  const line = metricLine(type, data, now());
  try {
    writeLine("stdout", line);
  } catch (cause) {
    throw botyardError("metric.write_failed", { type: shown(type), reason: systemErrorName(cause) }, cause);
  }
}
