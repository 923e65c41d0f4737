import type { Level } from "@botyard/client";
import type { Context } from "../context.ts";
import { usage } from "../failure.ts";
import { moment } from "../output/times.ts";

export const levels: readonly Level[] = ["trace", "debug", "info", "warn", "error", "fatal"];

/** Converts the value of `--since` or `--until` to RFC 3339. */
export function momentOption(context: Context, name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const time = moment(text, context.clock.now());
  if (time) return time.toISOString();
  throw usage(`${name} ${text} is not a time (2026-11-20T14:30:00Z) or a duration before now (15m, 1h, 2d).`);
}

/** Converts the times of `--date-range` to RFC 3339; days, and what is neither, are left to the platform. */
export function rangeOption(context: Context, text: string | undefined): string | undefined {
  const [, from, to, line = ""] = /^(.+?)\.\.(.+?)(~\d+)?$/.exec(text ?? "") ?? [];
  if (from === undefined || to === undefined) return text;
  const isDay = (end: string) => /^\d{4}-?\d{2}-?\d{2}$/.test(end);
  const written = (end: string) => (isDay(end) ? end : momentOption(context, "--date-range", end));
  return `${written(from)}..${written(to)}${line}`;
}

export function countOption(
  name: string,
  text: string | undefined,
  fallback: number,
  most: number,
  least = 0,
): number {
  if (text === undefined) return fallback;
  const count = Number(text);
  if (!/^\d+$/.test(text) || count > most || count < least)
    throw usage(`${name} ${text} is not a whole number from ${least} to ${most}.`);
  return count;
}
