const units: [string, number][] = [
  ["d", 86_400],
  ["h", 3_600],
  ["m", 60],
  ["s", 1],
];

/** Formats a duration: `850ms`, `12s`, `3m 20s`, `2d 4h`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.max(0, Math.round(milliseconds))}ms`;
  let seconds = Math.round(milliseconds / 1000);
  const parts: string[] = [];
  for (const [unit, size] of units) {
    const count = Math.floor(seconds / size);
    seconds -= count * size;
    if (count > 0) parts.push(`${count}${unit}`);
  }
  return parts.slice(0, 2).join(" ");
}

/** Formats a time relative to now: `5m ago`, `in 5m`. */
export function relative(time: string | undefined, now: Date): string {
  if (time === undefined) return "";
  const distance = now.getTime() - Date.parse(time);
  if (Number.isNaN(distance)) return time;
  if (Math.abs(distance) < 1000) return "now";
  const text = duration(Math.floor(Math.abs(distance) / 1000) * 1000).split(" ")[0];
  return distance > 0 ? `${text} ago` : `in ${text}`;
}

/** Formats a time in the time zone of this machine, with its offset: `2026-11-20 15:30:00.123 +01:00`. */
export function local(time: string, precision: "s" | "ms" = "s"): string {
  const at = new Date(time);
  if (Number.isNaN(at.getTime())) return time;
  const minutes = -at.getTimezoneOffset();
  const shifted = new Date(at.getTime() + minutes * 60_000).toISOString();
  const two = (count: number) => String(Math.floor(count)).padStart(2, "0");
  const offset = `${minutes < 0 ? "-" : "+"}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
  return `${shifted.slice(0, 10)} ${shifted.slice(11, precision === "s" ? 19 : 23)} ${offset}`;
}

/** Parses a duration before now (`1h`, `30m`, `2d`) or a time. Returns `undefined` if the text is neither. */
export function moment(text: string, now: Date): Date | undefined {
  const span = /^(\d+)(ms|s|m|h|d)$/.exec(text);
  if (span) {
    const size = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }[span[2]!]!;
    return new Date(now.getTime() - Number(span[1]) * size);
  }
  if (!/^\d{4}-\d{2}-\d{2}/.test(text)) return undefined;
  // Also in the forms of `local` and of the dashboard, so that a shown time can be given back.
  const joined = text
    .replace(/ UTC$/, "Z")
    .replace(/^(\S{10}) (\d{2}:\d{2}\S*)(?: ([+-]\d{2}:\d{2}))?$/, "$1T$2$3");
  // A bare date-time is UTC, like every time in a pipe.
  const zoned = /T.*(Z|[+-]\d{2}:?\d{2})$/.test(joined) || !joined.includes("T") ? joined : `${joined}Z`;
  const time = new Date(zoned);
  return Number.isNaN(time.getTime()) ? undefined : time;
}

/** Parses a duration (`5s`, `2m`, `500ms`) into milliseconds. Returns `undefined` if the text is not a duration. */
export function span(text: string): number | undefined {
  const parts = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text);
  if (!parts) return undefined;
  return Number(parts[1]) * { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }[parts[2] ?? "s"]!;
}

export function bytes(count: number): string {
  if (count < 1024) return `${count} B`;
  const kib = count / 1024;
  if (kib < 1024) return `${kib.toFixed(1)} KiB`;
  const mib = kib / 1024;
  return mib < 1024 ? `${mib.toFixed(1)} MiB` : `${(mib / 1024).toFixed(1)} GiB`;
}
