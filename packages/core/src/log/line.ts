import { botyardError, kindOf, kindOfJson } from "../errors/index.ts";
import { quote, writeJson } from "../json/index.ts";
import { timestampOf } from "../timestamp.ts";
import type { LogLevel } from "./level.ts";

/**
 * Makes a log line: one line of JSON, without the line feed [LOG-1, LOG-2]; null or undefined `data` is left out.
 *
 * @throws {BotyardError} `log.invalid_message`, `log.invalid_data`
 */
export function logLine(level: LogLevel, message: unknown, data: unknown, now: Date): string {
  if (typeof message !== "string") throw botyardError("log.invalid_message", { kind: kindOf(message) });
  const start = `{"level":"${level}","timestamp":"${timestampOf(now)}","message":${quote(message)}`;
  return data === undefined || data === null ? `${start}}` : `${start},"data":${dataOf(data)}}`;
}

function dataOf(data: unknown): string {
  const refused = (reason: string, cause?: unknown) => botyardError("log.invalid_data", { reason }, cause);
  const text = writeJson(data, refused);
  if (text[0] !== "{") throw refused(`got ${kindOfJson(text)}`);
  return text;
}
