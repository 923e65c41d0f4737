import type { LogRecord } from "@botyard/client";
import type { Context } from "../context.ts";
import { clean } from "../output/clean.ts";
import { counted } from "../output/counted.ts";
import { clockTime } from "./bot-text.ts";

export const logFields = [
  "seq",
  "time",
  "ingested_at",
  "bot_id",
  "run_id",
  "stream",
  "level",
  "message",
  "fields",
  "truncated",
  "dropped_before",
  "dropped_metrics",
] as const;

const shade = {
  trace: "dim",
  debug: "dim",
  info: "cyan",
  warn: "yellow",
  error: "red",
  fatal: "red",
} as const;

/** Formats one log line. `raw` keeps control characters that the bot wrote. */
export function logLine(context: Context, record: LogRecord, raw = false): string {
  const safe = raw ? String : clean;
  const time = clockTime(context, record.time);
  const level = context.style[shade[record.level] ?? "cyan"](record.level.padEnd(5));
  const fields =
    record.fields && Object.keys(record.fields).length > 0
      ? ` ${context.style.dim(safe(JSON.stringify(record.fields)))}`
      : "";
  const message = safe(record.message).replaceAll("\n", "\n    ");
  const cut = record.truncated ? context.style.yellow(" (truncated)") : "";
  const line = `${context.style.dim(time)} ${level} ${message}${fields}${cut}\n`;
  if (!record.dropped_before) return line;
  return `${gapLine(context, `${counted(record.dropped_before, "log line")} ${record.dropped_before === 1 ? "was" : "were"} dropped`)}${line}`;
}

/** Formats a line that marks missing records at their place. */
export function gapLine(context: Context, what: string): string {
  return `${context.style.yellow(`--- ${what} ---`)}\n`;
}
