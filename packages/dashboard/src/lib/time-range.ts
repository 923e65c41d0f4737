/**
 * The time shown: the last so many seconds, everything, or from one moment to another. Times are in seconds. With `fits`, it
 * begins with the first record.
 */
export type TimeRange = { last: number; fits?: true } | { all: true } | { from: number; to: number };

/** The ranges to choose from; the key is what the address of the page has. */
export const presets: Record<string, { name: string; range: TimeRange }> = {
  recent: { name: "Recent, up to 1 hour", range: { last: 3_600, fits: true } },
  "15m": { name: "Last 15 minutes", range: { last: 900 } },
  "1h": { name: "Last hour", range: { last: 3_600 } },
  "6h": { name: "Last 6 hours", range: { last: 21_600 } },
  "24h": { name: "Last 24 hours", range: { last: 86_400 } },
  "7d": { name: "Last 7 days", range: { last: 604_800 } },
  all: { name: "Any time", range: { all: true } },
};
export const usual = "recent";

/** Reads the range from the parameters `range`, or `from` and `to`, of an address. */
export function readRange(search: URLSearchParams): { key: string | undefined; range: TimeRange } {
  const from = Date.parse(search.get("from") ?? "");
  const to = Date.parse(search.get("to") ?? "");
  if (from < to) return { key: undefined, range: { from: from / 1000, to: to / 1000 } };
  const key = search.get("range") ?? usual;
  const preset = presets[key];
  return preset ? { key, range: preset.range } : { key: usual, range: presets[usual]!.range };
}

/** The parameters of an address for a range. */
export function rangeParams(
  range: string | { from: number; to: number },
): Record<string, string | undefined> {
  if (typeof range === "string")
    return { range: range === usual ? undefined : range, from: undefined, to: undefined };
  const iso = (seconds: number) => new Date(seconds * 1000).toISOString();
  return { range: undefined, from: iso(range.from), to: iso(range.to) };
}

/** What a request needs for a range at a time. */
export function bounds(range: TimeRange, now: number): { from?: string; to?: string } {
  const iso = (seconds: number) => new Date(seconds * 1000).toISOString();
  if ("last" in range) return { from: iso(now - range.last) };
  if ("all" in range) return {};
  return { from: iso(range.from), to: iso(range.to) };
}

/** Whether new records belong to the range. */
export const isLive = (range: TimeRange): boolean => !("from" in range);
