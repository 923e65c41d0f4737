import { readJson } from "./read.ts";
import type { JsonValue } from "./value.ts";

declare global {
  interface JSON {
    /** A number that JSON.stringify writes with exactly these digits. */
    rawJSON(text: string): object;
    isRawJSON(value: unknown): value is { rawJSON: string };
  }
}

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;

/**
 * Reads JSON that is only handed on: `JSON.stringify` of what it gives writes every number with the value that was
 * read, where a double alone would round long integers. Such a number is an object; see {@link numberOf}.
 *
 * @param isKept which numbers stay as they are spelled
 */
export function readExactJson(text: string, isKept = isRounded): JsonValue {
  const value = readJson(text);
  if (!mayRound(text)) return value;
  const keep: Reviver = (_key, read, { source }) =>
    typeof read === "number" && source !== undefined && isKept(read, source) ? JSON.rawJSON(source) : read;
  return JSON.parse(text, keep as (key: string, value: unknown) => unknown) as JsonValue;
}

/** The nearest double of a number that {@link readExactJson} gave; `undefined` for what is no number. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  return JSON.isRawJSON(value) ? Number(value.rawJSON) : undefined;
}

/** For who keeps the spelling too, and asks for no value in between: `1.0` stays `1.0` beside a long number. */
export function isSpelledOtherwise(read: number, source: string): boolean {
  return String(read) !== source;
}

/** Whether the double that was read of a number has another value than its text. */
export function isRounded(read: number, source: string): boolean {
  return source.length > 15 && plain(source) !== plain(String(read));
}

/** A quick look at a JSON text: without 16 digits in a row, wherever their point is, every number survives. */
export function mayRound(text: string): boolean {
  return /\d{16}|[\d.]{17}/.test(text);
}

/** One spelling for all spellings of a number: its digits without zeros at either end, and the power of ten. */
function plain(text: string): string {
  const [, whole = "", fraction = "", power = "0"] = /(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?/.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  // Not /0+$/, which tries every run of zeros anew from each of its digits.
  let end = digits.length;
  while (digits[end - 1] === "0") end--;
  const short = digits.slice(0, end);
  return short === "" ? "0" : `${short}e${Number(power) - fraction.length + digits.length - short.length}`;
}
