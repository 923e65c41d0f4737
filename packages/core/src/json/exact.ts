import { readJson } from "./read.ts";
import type { JsonValue } from "./value.ts";

declare global {
  interface JSON {
    /** Makes a number that JSON.stringify writes with exactly these digits. */
    rawJSON(text: string): object;
    isRawJSON(value: unknown): value is { rawJSON: string };
  }
}

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;

/**
 * Reads JSON that is passed on. `JSON.stringify` of the returned value writes every number with its original value,
 * where doubles would round long integers. Such a number is returned as an object; see {@link numberOf}.
 *
 * @param isKept returns true for numbers that keep their original digits
 */
export function readExactJson(text: string, isKept = isRounded): JsonValue {
  const value = readJson(text);
  if (!mayRound(text)) return value;
  const keep: Reviver = (_key, read, { source }) =>
    typeof read === "number" && source !== undefined && isKept(read, source) ? JSON.rawJSON(source) : read;
  return JSON.parse(text, keep as (key: string, value: unknown) => unknown) as JsonValue;
}

/** Returns the nearest double of a number from {@link readExactJson}, or undefined for any other value. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  // Old browsers have no such numbers, nor the function.
  return JSON.isRawJSON?.(value) ? Number(value.rawJSON) : undefined;
}

/** Returns whether JavaScript would write the number differently; used to keep `1.0` as `1.0`. */
export function isSpelledOtherwise(read: number, source: string): boolean {
  return String(read) !== source;
}

/** Returns whether the double differs in value from the number's text. */
export function isRounded(read: number, source: string): boolean {
  return source.length > 15 && plain(source) !== plain(String(read));
}

/** Returns whether a JSON text may contain a number that a double rounds; without 16 digits in a row it cannot. */
export function mayRound(text: string): boolean {
  return /\d{16}|[\d.]{17}/.test(text);
}

/** Normalises a number's text: its digits without zeros at either end, and the power of ten. */
function plain(text: string): string {
  const [, whole = "", fraction = "", power = "0"] = /(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?/.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const short = digits.slice(0, lengthWithoutZeros(digits));
  return short === "" ? "0" : `${short}e${Number(power) - fraction.length + digits.length - short.length}`;
}

/** Counts without `/0+$/`, which takes quadratic time on a long run of zeros that is not at the end. */
function lengthWithoutZeros(digits: string): number {
  let length = digits.length;
  while (length > 0 && digits[length - 1] === "0") length -= 1;
  return length;
}
