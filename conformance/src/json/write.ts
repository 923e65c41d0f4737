import { isObject, type Json, Num } from "./value.ts";

/** Writes compact JSON; numbers keep their text. `sorted`: sorts keys by code units. */
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
