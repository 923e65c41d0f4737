import { type JsonValue, readJson } from "../json/index.ts";

/** Reads parameters from a JSON text; returns undefined if `text` throws or its value is not a JSON object. */
export function readParams(text: () => string): Map<string, JsonValue> | undefined {
  try {
    const value = readJson(text());
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    return new Map(Object.entries(value));
  } catch {
    return undefined;
  }
}
