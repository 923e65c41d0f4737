import { type JsonValue, readJson } from "../json/index.ts";

/** The parameters that a JSON text holds, or undefined where there is no text or it is not a JSON object. */
export function readParams(text: () => string): Map<string, JsonValue> | undefined {
  try {
    const value = readJson(text());
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    return new Map(Object.entries(value));
  } catch {
    return undefined;
  }
}
