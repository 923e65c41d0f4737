import { numberOf } from "./json/index.ts";

/** Formats a time as the contract requires: RFC 3339 in UTC with exactly three fraction digits and `Z` [MET-3]. */
export function timestampOf(moment: Date): string {
  const time = moment.getTime();
  // Formatting takes longer than the rest of a metric, and a busy bot emits many in one millisecond.
  if (time !== last.time) last = { time, text: moment.toISOString() };
  return last.text;
}

let last = { time: 0, text: new Date(0).toISOString() };

const latest = Date.UTC(10_000, 0, 1);
const secondsBelow = 100_000_000_000;
const rfc3339 = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))$/;

/** Reads the time of a log record; returns it in the contract's format, or undefined if it is invalid [LOG-8]. */
export function readTime(value: unknown): string | undefined {
  if (typeof value === "string") return readText(value);
  if (typeof value !== "number") return undefined;
  return moment(value < secondsBelow ? value * 1000 : value);
}

/** A smaller number in a field named `time` is a duration: this is the year 2000. */
const earliestNumber = 946_684_800;

/**
 * Reads what moment the data of a metric belongs to: its field `time`, if that is a valid time [LOG-8] or a date, which
 * is midnight UTC. Returns it in the contract's format, or undefined if it says none.
 */
export function dataTime(data: Readonly<Record<string, unknown>>): string | undefined {
  if (!Object.hasOwn(data, "time")) return undefined;
  const { time } = data;
  if (typeof time === "string")
    return readText(/^\d{4}-\d\d-\d\d$/.test(time) ? `${time}T00:00:00.000Z` : time);
  const number = numberOf(time);
  return number === undefined || number < earliestNumber ? undefined : readTime(number);
}

function moment(milliseconds: number): string | undefined {
  return milliseconds >= 0 && milliseconds < latest
    ? new Date(Math.floor(milliseconds)).toISOString()
    : undefined;
}

// The SDKs' own format, on a day that every month has: most lines have it, and it needs no arithmetic.
const asWritten =
  /^(?:19[7-9]|[2-9]\d\d)\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

function readText(text: string): string | undefined {
  if (asWritten.test(text)) return text;
  const parts = rfc3339.exec(text);
  if (parts === null) return undefined;
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const fraction = Number((parts[7] ?? "").slice(0, 3).padEnd(3, "0"));
  const offsetHours = Number(parts[9] ?? 0);
  const offsetMinutes = Number(parts[10] ?? 0);
  // Date.UTC takes the years 0 to 99 as 1900 to 1999; none of them is a valid time [LOG-8].
  if (year < 100) return undefined;
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const inRange =
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= days &&
    hour <= 23 &&
    minute <= 59 &&
    second <= 60 &&
    offsetHours <= 23 &&
    offsetMinutes <= 59;
  if (!inRange) return undefined;
  const offset = (offsetHours * 60 + offsetMinutes) * 60_000 * (parts[8] === "-" ? -1 : 1);
  return moment(Date.UTC(year, month - 1, day, hour, minute, second, fraction) - offset);
}
