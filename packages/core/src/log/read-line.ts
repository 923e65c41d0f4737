import { type JsonObject, type JsonValue, readJson } from "../json/index.ts";
import { readTime } from "../timestamp.ts";
import type { LogLevel } from "./level.ts";
import { readRecord } from "./record.ts";
import { readTextLevel } from "./text-level.ts";

/** A line of a bot as the platform reads it. `timestamp` is UTC with milliseconds; absent means the time of reading. */
export type Line =
  | { kind: "metric"; type: string; data: JsonObject; timestamp?: string }
  | { kind: "log"; level: LogLevel; message: string; fields: JsonObject; timestamp?: string };

/**
 * Reads one line of a bot's output, without its line feed: a metric in either form, a structured log record, or text
 * [MET-7 … MET-11, LOG-6 … LOG-13, LOG-15, LOG-16]. Never fails: a line that is not one JSON object is text.
 *
 * @param read parses the line's JSON; pass another parser to keep numbers that a double would round
 */
export function readLine(text: string, stream: "stdout" | "stderr", read = readJson): Line {
  const record = readObject(text, read);
  if (record === undefined) return { kind: "log", level: textLevel(text, stream), message: text, fields: {} };
  return readMetric(record) ?? { kind: "log", level: defaultLevel(stream), ...readRecord(record) };
}

/** Returns the level of a line that is not one JSON object [LOG-11]. */
export function textLevel(text: string, stream: "stdout" | "stderr"): LogLevel {
  return readTextLevel(text) ?? defaultLevel(stream);
}

function defaultLevel(stream: "stdout" | "stderr"): LogLevel {
  return stream === "stderr" ? "error" : "info";
}

const objectStart = /^[ \t\r]*\{/;

function readObject(text: string, read: (text: string) => JsonValue): JsonObject | undefined {
  if (text[0] !== "{" && !objectStart.test(text)) return undefined;
  try {
    return read(text) as JsonObject;
  } catch {
    return undefined;
  }
}

function readMetric(record: JsonObject): Line | undefined {
  if (!Object.hasOwn(record, "_metric")) return undefined;
  const { _metric: type, data: inner } = record;
  if (typeof type !== "string" || type === "") return undefined;
  const timestamp = Object.hasOwn(record, "timestamp") ? readTime(record.timestamp) : undefined;
  const enveloped =
    Object.hasOwn(record, "data") && typeof inner === "object" && inner !== null && !Array.isArray(inner);
  const data = enveloped ? inner : without(record, ["_metric", "timestamp"]);
  return timestamp === undefined ? { kind: "metric", type, data } : { kind: "metric", type, data, timestamp };
}

// Only this line uses the record, so it is changed in place.
function without(record: JsonObject, keys: readonly string[]): JsonObject {
  for (const key of keys) delete record[key];
  return record;
}
