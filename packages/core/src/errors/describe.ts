import { writeJson } from "../json/index.ts";

/** The text, cut after 100 characters (or as many as said) with `…`: messages name what was given, however long it is. */
export function cut(text: string, length = 100): string {
  // Two units make at most one character, so the slice holds enough of them and spares the rest.
  const start = [...text.slice(0, 2 * length + 2)];
  return start.length > length ? `${start.slice(0, length).join("")}…` : text;
}

/** A value for a message: its JSON text, cut; its kind where it has none. */
export function shown(value: unknown): string {
  try {
    return cut(writeJson(value, (reason) => new Error(reason)));
  } catch {
    return kindOf(value);
  }
}

/** What sort of value this is, in words: `an array`, `null`, `a function` … */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** What sort of value a JSON text holds. */
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
