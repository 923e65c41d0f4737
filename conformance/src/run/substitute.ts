import { Num } from "../json/index.ts";

/** A copy in which every text, keys too, has gone through `change`; numbers and structure stay. */
export function mapTexts<T>(value: T, change: (text: string) => string): T {
  if (typeof value === "string") return change(value) as T;
  if (value === null || typeof value !== "object" || value instanceof Num) return value;
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change)) as T;
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  const changed = entries.map(([key, inner]) => [change(key), mapTexts(inner, change)] as const);
  return (value instanceof Map ? new Map(changed) : Object.fromEntries(changed)) as T;
}

/** Puts this run's own texts in the place of `${name}`, and five `x` in that of `${x*5}`; other names stay. */
export function filler(placeholders: Record<string, string>): (text: string) => string {
  return (text) => {
    if (!text.includes("${")) return text;
    return text
      .replace(/\$\{(.)\*(\d+)\}/gsu, (_, char: string, times: string) => char.repeat(Number(times)))
      .replace(/\$\{(\w+)\}/g, (whole, name) => placeholders[name] ?? whole);
  };
}

/** The way back: this run's own texts become `${name}` again, so that the same fault always reads the same. */
export function unfiller(placeholders: Record<string, string>): (text: string) => string {
  const known = Object.entries(placeholders)
    .filter(([, own]) => own !== "")
    .sort(([, a], [, b]) => b.length - a.length);
  return (text) => known.reduce((result, [name, own]) => result.replaceAll(own, `\${${name}}`), text);
}
