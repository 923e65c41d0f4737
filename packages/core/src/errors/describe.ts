import { writeJson } from "../json/index.ts";

/** Cuts a text after `length` characters and marks the cut with `…`, so that messages stay short. */
export function cut(text: string, length = 100): string {
  // A character has at most two UTF-16 units, so this slice is long enough and the rest need not be split.
  const start = [...text.slice(0, 2 * length + 2)];
  return start.length > length ? `${start.slice(0, length).join("")}…` : text;
}

/** Returns a value as shown in a message: its JSON text, cut, or its kind if it has no JSON form. */
export function shown(value: unknown): string {
  try {
    return cut(writeJson(value, (reason) => new Error(reason)));
  } catch {
    return kindOf(value);
  }
}

/** Returns the kind of a value in words: `an array`, `null`, `a function` … */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** Returns the kind of the value that a JSON text contains, in words. */
export function kindOfJson(text: string): string {
  switch (text[0]) {
    case "{":
      return "an object";
    case "[":
      return "an array";
    case '"':
      return "a string";
    case "n":
      return "null";
    case "t":
    case "f":
      return "a boolean";
    default:
      return "a number";
  }
}
