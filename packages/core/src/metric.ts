import { botyardError, kindOfJson, shown } from "./errors/index.ts";
import { quote, writeJson } from "./json/index.ts";
import { timestampOf } from "./timestamp.ts";

/**
 * A metric as one line of JSON, without the line feed [MET-1 … MET-4].
 *
 * @throws {BotyardError} `metric.invalid_type`, `metric.invalid_data`
 */
export function metricLine(type: unknown, data: unknown, now: Date): string {
  if (typeof type !== "string" || type === "")
    throw botyardError("metric.invalid_type", { value: shown(type) });
  const refused = (reason: string, cause?: unknown) =>
    botyardError("metric.invalid_data", { type: shown(type), reason }, cause);
  const text = writeJson(data, refused);
  if (text[0] !== "{") throw refused(`got ${kindOfJson(text)}`);
  return `{"_metric":${quote(type)},"timestamp":"${timestampOf(now)}","data":${text}}`;
}
