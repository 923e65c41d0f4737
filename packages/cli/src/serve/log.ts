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
  const level = context.globals.verbose ? "info" : "warn";
  return pino({ base: null, level, serializers: { err: serialized } }, { write });
}

/** Like that of pino, except that the message says what several causes say only once. */
function serialized(error: Error): unknown {
  const entry = pino.stdSerializers.err(error);
  if (error instanceof Error) entry.message = said(error);
  return entry;
}

function said(error: Error): string {
  const seen = new Set<unknown>();
  let text = error.message;
  for (let { cause } = error; cause instanceof Error && !seen.has(cause); cause = cause.cause) {
    seen.add(cause);
    const [one, more] = [text, cause.message].map((each) => each.replace(/\.$/, "")) as [string, string];
    if (more.includes(one)) text = cause.message;
    else if (!one.includes(more)) text = `${one}: ${cause.message}`;
  }
  return text;
}
