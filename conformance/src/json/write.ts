import { isObject, type Json, Num } from "./value.ts";

/** Compact JSON; numbers with the text they came with. `sorted`: keys in order of code units, for files that are compared. */
export function write(value: Json, sorted = false): string {
  if (value instanceof Num) return value.raw;
  if (Array.isArray(value)) return `[${value.map((item) => write(item, sorted)).join(",")}]`;
  if (isObject(value)) {
    const entries = sorted ? [...value].sort(([a], [b]) => (a < b ? -1 : 1)) : [...value];
    return `{${entries.map(([key, inner]) => `${quote(key)}:${write(inner, sorted)}`).join(",")}}`;
  }
  return typeof value === "string" ? quote(value) : String(value);
}

function quote(text: string): string {
  return JSON.stringify(text);
}
