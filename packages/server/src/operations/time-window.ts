import { PlatformError } from "../errors/platform-error.ts";
import { readTime } from "./moment.ts";

const day = 24 * 60 * 60 * 1000;
const daysAtMost = 31;

/** Inclusive on both ends, RFC 3339 UTC with milliseconds. */
export interface TimeWindow {
  from: string;
  to: string;
  /** Of the lines at `to`, only those before this one. */
  earlierThan?: { time: string; seq: number };
}

interface Wanted {
  date?: string;
  date_range?: string;
  from?: string;
  to?: string;
}

/**
 * Returns the time window of a request. `date_range` takes precedence over `date`, and `date` over `from` and `to`.
 * Without any of them it is the last 24 hours, or `undefined` if other parameters already select the records.
 *
 * @param placed whether other parameters select the records
 * @throws {PlatformError} `invalid_parameter`
 */
export function timeWindow(wanted: Wanted, now: Date, placed: boolean): TimeWindow | undefined {
  if (wanted.date_range !== undefined) return readRange(wanted.date_range);
  if (wanted.date !== undefined) {
    const start = readDay(wanted.date, "date");
    return days(start, start);
  }
  const from = readTime(wanted.from, "from");
  const to = readTime(wanted.to, "to");
  if (from === undefined && to === undefined) {
    return placed ? undefined : { from: new Date(now.getTime() - day).toISOString(), to: now.toISOString() };
  }
  if (from && to && from > to) throw refused("from", `from (${wanted.from}) is after to (${wanted.to}).`);
  return { from: (from ?? new Date(0)).toISOString(), to: (to ?? now).toISOString() };
}

/** `A..B`, where each is a day or a time, or `YYYYMMDD-YYYYMMDD`; `B` may be followed by `~` and a line number. */
function readRange(text: string): TimeWindow {
  const [, first, last, seq] =
    /^(.+?)\.\.(.+?)(?:~(\d{1,15}))?$/.exec(text) ?? /^(\d{8})-(\d{8})$/.exec(text) ?? [];
  if (first === undefined || last === undefined) {
    throw refused(
      "date_range",
      `"${text}" is not a range; use the form 2026-01-01..2026-01-31, also with times such as 2026-01-31T09:30:00Z.`,
    );
  }
  const start = readEnd(first, 0);
  const end = readEnd(last, day - 1);
  if (end < start) throw refused("date_range", `"${text}" ends before it begins.`);
  const count = Math.ceil((end - start + 1) / day);
  if (end - start >= daysAtMost * day)
    throw refused("date_range", `"${text}" is ${count} days; at most ${daysAtMost} are allowed.`);
  const to = new Date(end).toISOString();
  return {
    from: new Date(start).toISOString(),
    to,
    ...(seq !== undefined && { earlierThan: { time: to, seq: Number(seq) } }),
  };
}

/** @param ofDay what is added to the beginning of a day */
function readEnd(text: string, ofDay: number): number {
  if (/t/i.test(text)) return readTime(text, "date_range").getTime();
  return readDay(text, "date_range") + ofDay;
}

function readDay(text: string, parameter: string): number {
  const [, year, month, date] =
    /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? /^(\d{4})(\d\d)(\d\d)$/.exec(text) ?? [];
  const iso = `${year}-${month}-${date}`;
  const start = Date.parse(`${iso}T00:00:00.000Z`);
  // Date.parse accepts 31 February and returns a day in March.
  if (Number.isNaN(start) || new Date(start).toISOString().slice(0, 10) !== iso) {
    throw refused(parameter, `"${text}" is not a date; use the form 2026-01-31.`);
  }
  return start;
}

function days(first: number, last: number): TimeWindow {
  return { from: new Date(first).toISOString(), to: new Date(last + day - 1).toISOString() };
}

export function refused(pointer: string, detail: string): PlatformError {
  return new PlatformError("invalid_parameter", detail, { errors: [{ pointer, detail }] });
}
