import { type Logger, pino } from "pino";
import type { Context } from "../context.ts";

interface Entry {
  level: number;
  msg?: string;
  err?: { message?: string };
}

/** Creates the logger of the platform. It writes messages to standard error, or JSON lines with `--json`. */
export function serverLog(context: Context): Logger {
  const write = (line: string) => {
    if (context.globals.json) return context.stderr.write(line);
    const { level, msg = "", err } = JSON.parse(line) as Entry;
    const text = err?.message ? `${msg} (${err.message})` : msg;
    if (level >= 50) context.stderr.write(`error: ${text}\n`);
    else if (level >= 40) context.warn(text);
    else if (context.globals.verbose) context.note(text);
  };
  return pino({ base: null, level: context.globals.verbose ? "info" : "warn" }, { write });
}
