import { Num } from "../json/index.ts";

/** Returns a copy with `change` applied to every string and key. */
export function mapTexts<T>(value: T, change: (text: string) => string): T {
  if (typeof value === "string") return change(value) as T;
  if (value === null || typeof value !== "object" || value instanceof Num) return value;
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change)) as T;
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  const changed = entries.map(([key, inner]) => [change(key), mapTexts(inner, change)] as const);
  return (value instanceof Map ? new Map(changed) : Object.fromEntries(changed)) as T;
}

/** Returns a function that replaces `${name}` by its value and `${x*5}` by five `x`; unknown names stay. */
export function filler(placeholders: Record<string, string>): (text: string) => string {
  return (text) => {
    if (!text.includes("${")) return text;
    return text
      .replace(/\$\{(.)\*(\d+)\}/gsu, (_, char: string, times: string) => char.repeat(Number(times)))
      .replace(/\$\{(\w+)\}/g, (whole, name) => placeholders[name] ?? whole);
  };
}

/**
 * Returns a function that replaces the values of this run by `${name}`, so that the same failure always reads the
 * same.
 */
export function unfiller(placeholders: Record<string, string>): (text: string) => string {
  const known = Object.entries(placeholders)
    .filter(([, own]) => own !== "")
    .sort(([, a], [, b]) => b.length - a.length);
  return (text) => known.reduce((result, [name, own]) => result.replaceAll(own, `\${${name}}`), text);
}
