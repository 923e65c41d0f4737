import type { Fields } from "../../cases/fields.ts";
import { Num } from "../../json/index.ts";

/** Reads `keep: {name: path}`; a path begins with one of the given words. */
export function readKept(fields: Fields, words: string[]): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, { at, value }] of fields.entries("keep")) {
    const path = value.kind === "scalar" ? value.value : null;
    if (typeof path !== "string" || !words.includes(path.split(".")[0]!)) {
      fields.source.problem(at, `keep ${name} takes a path that begins with ${words.join(" or ")}`);
      continue;
    }
    if (!/^[a-z][a-z_0-9]*$/.test(name)) fields.source.problem(at, `${name} is not a name to keep`);
    kept[name] = path;
  }
  return kept;
}

/** Reads `within: seconds`. A schedule has a tick every minute at most. */
export function readWithin(fields: Fields): number | null {
  const node = fields.get("within");
  if (!node) return null;
  const value = node.kind === "scalar" && node.value instanceof Num ? Number(node.value.raw) : Number.NaN;
  if (!(value > 0 && value <= 90)) fields.problem("within", "within is a number of seconds, at most 90");
  return value;
}

/** Reads a key to send: a name, or `none`. */
export function readKey(fields: Fields, byDefault: string | null): string | null {
  const name = fields.text("key");
  if (name === undefined) return byDefault;
  return name === "none" ? null : name;
}
