import type { JsonObject, JsonValue } from "../json/index.ts";
import { readTime } from "../timestamp.ts";
import { type LogLevel, readLevel } from "./level.ts";
import { filledMessage } from "./template.ts";

/** What a structured record says, whatever logger wrote it. */
export interface LogRecord {
  level?: LogLevel;
  timestamp?: string;
  message: string;
  fields: JsonObject;
}

/** Paths to keys, in order; a name with dots is a key or a path through objects [LOG-15]. */
const paths = (names: string): string[][] =>
  names.split(" ").flatMap((name) => (name.includes(".") ? [[name], name.split(".")] : [[name]]));

const levelPaths = paths("level severity lvl log.level loglevel levelname sev @l record.level.name");
const timePaths = paths("timestamp time ts @timestamp @t record.time.timestamp");
const messagePaths = paths(
  "message msg @m fields.message record.message formattedMessage renderedMessage event @mt messageTemplate",
);

/** Reads a structured record [LOG-7 … LOG-10, LOG-15, LOG-16]; changes the object, whose rest are the fields. */
export function readRecord(record: JsonObject): LogRecord {
  const level = first(record, levelPaths, readLevel);
  const time = first(record, timePaths, readTime);
  const message = first(record, messagePaths, (value) => (typeof value === "string" ? value : undefined));
  const read: LogRecord = {
    message: message === undefined ? "" : filledMessage(record, message.path.at(-1)!, message.value),
    fields: record,
  };
  if (level !== undefined) read.level = level.value;
  if (time !== undefined) read.timestamp = time.value;
  for (const found of [level, time, message]) if (found !== undefined) remove(record, found.path);
  return read;
}

/** How a key is found in an object. */
type Find = (object: JsonObject, name: string) => string | undefined;

const asWritten: Find = (object, name) => (Object.hasOwn(object, name) ? name : undefined);
const inAnyCase: Find = (object, name) => {
  const wanted = name.toLowerCase();
  const keys = Object.keys(object).filter(
    (key) => key.length === wanted.length && key.toLowerCase() === wanted,
  );
  return keys.sort()[0];
};

interface Found<T> {
  path: string[];
  value: T;
}

function first<T>(
  record: JsonObject,
  paths: readonly string[][],
  read: (value: JsonValue) => T | undefined,
): Found<T> | undefined {
  for (const find of [asWritten, inAnyCase])
    for (const names of paths) {
      const found = follow(record, names, find);
      const value = found && read(found.value);
      if (found !== undefined && value !== undefined) return { path: found.path, value };
    }
  return undefined;
}

/** Returns what the names lead to, one inside the other; undefined if one is missing. */
function follow(record: JsonObject, names: readonly string[], find: Find): Found<JsonValue> | undefined {
  const path: string[] = [];
  let value: JsonValue = record;
  for (const name of names) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    const key = find(value, name);
    if (key === undefined) return undefined;
    path.push(key);
    value = value[key]!;
  }
  return { path, value };
}

/** Removes what the path leads to, and the objects that are empty then. */
function remove(record: JsonObject, [key, ...rest]: readonly string[]): void {
  if (key === undefined) return;
  const inner = record[key];
  if (rest.length > 0) remove(inner as JsonObject, rest);
  if (rest.length === 0 || Object.keys(inner as JsonObject).length === 0) delete record[key];
}
