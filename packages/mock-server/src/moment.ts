import type { Clock } from "@botyard/server/building-blocks";
import type { Moment } from "./public/scenario.ts";

const units: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * Returns a point in time as RFC 3339 in UTC with milliseconds.
 *
 * @throws {TypeError} if the text is not a time
 */
export function readMoment(clock: Pick<Clock, "now">, text: Moment): string {
  const [, amount, unit] = /^-(\d{1,9})([smhd])$/.exec(text) ?? [];
  const time =
    amount === undefined
      ? Date.parse(text)
      : clock.now().getTime() - Number(amount) * (units[unit!] ?? Number.NaN);
  if (Number.isNaN(time))
    throw new TypeError(`"${text}" is not a time; use the form 2026-01-31T09:30:00Z or -5m.`);
  return new Date(time).toISOString();
}
