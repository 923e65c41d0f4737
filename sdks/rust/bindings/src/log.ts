import type { Engine } from "./engine.ts";
import { textOf } from "./errors.ts";
import type { JsonObject } from "./json.ts";
import { millisecondsOf } from "./time.ts";

/** The severity of a log record. */
export type LogLevel = "debug" | "info" | "warn" | "error";

/** A line of a bot as the platform reads it. `timestamp` is UTC with milliseconds; absent means the time of reading. */
export type Line =
  | { kind: "metric"; type: string; data: JsonObject; timestamp?: string }
  | { kind: "log"; level: LogLevel; message: string; fields: JsonObject; timestamp?: string };

/** The lines of the log, and reading a bot's output. */
export interface Log {
  /**
   * Makes a log line: one line of JSON, without the line feed [LOG-1, LOG-2]; null or undefined `data` is left out.
   *
   * @throws {BotyardError} `log.invalid_message`, `log.invalid_data`
   * @throws {RangeError} if `now` is not between the years 1970 and 9999
   */
  line(level: LogLevel, message: unknown, data: unknown, now: Date): string;
  /**
   * Reads one line of a bot's output, without its line feed: a metric in either form, a structured log record, or text
   * [MET-7 … MET-11, LOG-6 … LOG-11]. Never fails: a line that is not one JSON object is text.
   */
  readLine(text: string, stream: "stdout" | "stderr"): Line;
}

export const logOf = (engine: Engine): Log => ({
  line: (level, message, data, now) => textOf(engine.logLine(level, message, data, millisecondsOf(now))),
  readLine: (text, stream) => JSON.parse(engine.readLine(text, stream === "stderr")),
});
