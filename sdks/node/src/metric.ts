import { botyardError, metricLine, shown } from "@botyard/core";
import { writeLine } from "./process/streams.ts";
import { systemErrorName } from "./process/system-error.ts";

/**
 * Emits a metric for the dashboard: one line on standard output, written when this function returns [MET-1].
 *
 * @param type name of the metric, such as `price`
 * @param data a JSON object; NaN and infinities in it become `null`. The whole line has at most 65,536 bytes [MET-12].
 * @throws {BotyardError} `metric.invalid_type`, `metric.invalid_data`, `metric.too_large`,
 * `metric.write_failed`
 * @example
 * metric("price", { symbol: "AAPL", value: 187.5 });
 */
export function metric(type: string, data: object): void {
  const line = metricLine(type, data, new Date());
  try {
    writeLine("stdout", line);
  } catch (cause) {
    throw botyardError("metric.write_failed", { type: shown(type), reason: systemErrorName(cause) }, cause);
  }
}
