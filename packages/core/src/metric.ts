import { botyardError, kindOfJson, shown } from "./errors/index.ts";
import { quote, utf8Length, writeJson } from "./json/index.ts";
import { timestampOf } from "./timestamp.ts";

/** The longest metric line, in bytes without the line feed [MET-12]. */
export const maxLineBytes = 65_536;

/**
 * Makes a metric's line: one line of JSON, without the line feed [MET-1 … MET-4, MET-12].
 *
 * @throws {BotyardError} `metric.invalid_type`, `metric.invalid_data`, `metric.too_large`
 */
export function metricLine(type: unknown, data: unknown, now: Date): string {
  if (typeof type !== "string" || type === "")
    throw botyardError("metric.invalid_type", { value: shown(type) });
  const refused = (reason: string, cause?: unknown) =>
    botyardError("metric.invalid_data", { type: shown(type), reason }, cause);
  const text = writeJson(data, refused);
  if (text[0] !== "{") throw refused(`got ${kindOfJson(text)}`);
  const line = `{"_metric":${quote(type)},"timestamp":"${timestampOf(now)}","data":${text}}`;
  // A UTF-16 unit takes at most three bytes, so most lines need not be counted.
  const size = line.length * 3 <= maxLineBytes ? 0 : utf8Length(line);
  if (size > maxLineBytes) throw botyardError("metric.too_large", { type: shown(type), size });
  return line;
}
