/**
 * PostgreSQL has no text with U+0000, which bots may print. A text with it is stored with this noncharacter before a `0`
 * instead; the noncharacter itself is stored twice.
 */
const mark = "\uFDD0";

function storedText(text: string): string {
  if (!text.includes("\0") && !text.includes(mark)) return text;
  return text.replaceAll(mark, mark + mark).replaceAll("\0", `${mark}0`);
}

/** A parameter of a statement as PostgreSQL can store it. */
export const storedValue = (value: unknown): unknown =>
  typeof value === "string" ? storedText(value) : Array.isArray(value) ? value.map(storedValue) : value;

/** The text that was stored. */
export function textOf(stored: string): string {
  if (!stored.includes(mark)) return stored;
  return stored.replace(/\uFDD0(.)/gu, (_, kind: string) => (kind === "0" ? "\0" : mark));
}
