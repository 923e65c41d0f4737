import { readJson } from "@botyard/core";

declare global {
  interface JSON {
    /** A number that JSON.stringify writes with exactly these digits. */
    rawJSON(text: string): object;
    isRawJSON(value: unknown): boolean;
  }
}

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;

/**
 * Reads JSON that is only handed on: `JSON.stringify` of the answer writes every number as exactly as it was read,
 * where a double alone would round long integers.
 */
export function readExactJson(text: string): unknown {
  const value = readJson(text);
  // Fewer digits than that always survive.
  if (!/\d{16}|\d\.\d{15}/.test(text)) return value;
  const keep: Reviver = (_key, read, { source }) =>
    typeof read === "number" && source !== undefined && String(read) !== source ? JSON.rawJSON(source) : read;
  return JSON.parse(text, keep as (key: string, value: unknown) => unknown);
}
