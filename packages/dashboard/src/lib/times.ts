import { choice } from "./choice.ts";

/** Whether times are written in the time zone of the browser or in UTC. */
export const zone = choice("zone", ["local", "utc"]);

/** The time zone of the browser. */
export const localZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The time zone in which times are written, as a name of the IANA database. */
export const zoneName = (): string => (zone.value.value === "utc" ? "UTC" : localZone);

const time = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
const date = { day: "numeric", month: "short" } as const;

const styles = {
  /** 14:05 */
  minute: time,
  /** 14:05:09 */
  second: { ...time, second: "2-digit" },
  /** 3 Nov */
  day: date,
  /** 3 Nov, 14:05 */
  short: { ...date, ...time },
  /** 03 Nov, 14:05:09.123 */
  logged: { ...date, day: "2-digit", ...time, second: "2-digit", fractionalSecondDigits: 3 },
  /** 3 Nov 2026, 14:05:09 */
  full: { ...date, year: "numeric", ...time, second: "2-digit" },
  /** 3 Nov 2026, 14:05:09 UTC+1 */
  zoned: { ...date, year: "numeric", ...time, second: "2-digit", timeZoneName: "shortOffset" },
  /** Tue, 3 Nov 2026, 14:05 UTC+1 */
  tick: { weekday: "short", ...date, year: "numeric", ...time, timeZoneName: "shortOffset" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

export type TimeStyle = keyof typeof styles;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(style: TimeStyle, timeZone: string): Intl.DateTimeFormat {
  const key = `${style} ${timeZone}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat("en-GB", { ...styles[style], timeZone });
    formats.set(key, format);
  }
  return format;
}

/** Writes a time, given in milliseconds since the epoch, in the chosen zone. */
export const written = (style: TimeStyle, at: number, timeZone = zoneName()): string =>
  inUtcTerms(formatOf(style, timeZone).format(at));

/** Writes two times without repeating what they share. */
export const writtenRange = (style: TimeStyle, from: number, to: number): string =>
  inUtcTerms(formatOf(style, zoneName()).formatRange(from, to));

const inUtcTerms = (text: string): string => text.replace(/GMT\+0(?![\d:])/g, "UTC").replaceAll("GMT", "UTC");
