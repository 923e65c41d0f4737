import { parseArgs } from "node:util";
import { dateOf } from "./moment.ts";

export type Options = {
  host: string;
  port: number;
  secondsPerDay: number;
  start: string;
  now: string | undefined;
  rateLimit: number;
};

export const usage = `Usage: node src/main.ts [options]
  --host <address>      address to listen on             (127.0.0.1)
  --port <number>       port; 0 selects a free port      (7171)
  --day-seconds <n>     seconds that a trading day lasts (30)
  --start <date>        first day of the replay          (2005-07-01)
  --now <date>          stop the clock at this date
  --rate-limit <n>      requests per minute and client   (60000)`;

/**
 * Parses the command line.
 *
 * @throws {Error} if an option is unknown or its value is invalid
 */
export function parseOptions(argv: string[]): Options {
  const { values } = parseArgs({
    args: argv,
    options: {
      host: { type: "string", default: "127.0.0.1" },
      port: { type: "string", default: "7171" },
      "day-seconds": { type: "string", default: "30" },
      start: { type: "string", default: "2005-07-01" },
      now: { type: "string" },
      "rate-limit": { type: "string", default: "60000" },
    },
  });
  return {
    host: values.host,
    port: number("--port", values.port, (port) => Number.isInteger(port) && port >= 0 && port <= 65_535),
    secondsPerDay: number(
      "--day-seconds",
      values["day-seconds"],
      (seconds) => seconds >= 0.001 && seconds <= 86_400 * 365,
    ),
    start: date("--start", values.start),
    now: values.now === undefined ? undefined : date("--now", values.now),
    rateLimit: number("--rate-limit", values["rate-limit"], (limit) => limit >= 1),
  };
}

function number(option: string, text: string, fits: (value: number) => boolean): number {
  const value = text.trim() === "" ? Number.NaN : Number(text);
  if (!Number.isFinite(value) || !fits(value))
    throw new Error(`${option} ${JSON.stringify(text)} is out of range.`);
  return value;
}

function date(option: string, text: string): string {
  const value = dateOf(text);
  if (value === undefined)
    throw new Error(`${option} ${JSON.stringify(text)} is not a date. Use the form 2010-05-04.`);
  return value;
}
