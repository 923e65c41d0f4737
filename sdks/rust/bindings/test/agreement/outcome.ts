import type { Core } from "../../src/core.ts";

/** What came of a call: a value or an error, in a form that can be compared. */
export interface Came {
  value?: unknown;
  error?: { name: string; message: string; code?: unknown; next?: unknown; cause?: unknown };
}

/** Calls a room and returns what came of it. */
export function came(call: (core: Core) => unknown, core: Core): Came {
  try {
    return { value: call(core) };
  } catch (error) {
    return { error: described(error as Error & { code?: unknown; next?: unknown }) };
  }
}

function described(error: Error & { code?: unknown; next?: unknown }) {
  const { name, message, code, next, cause } = error;
  // The two name the place in a text in different ways.
  if (name === "JsonSyntaxError") return { name, message: "" };
  // Bytes that are not UTF-8 are not JSON either.
  const isSyntax = cause instanceof SyntaxError || code === "state.corrupt";
  return { name, message, code, next, cause: isSyntax ? "JsonSyntaxError" : cause };
}

/** Returns where two values differ, or undefined. Unlike other comparisons, it sees -0 and the order of properties. */
export function difference(a: unknown, b: unknown, path = "value"): string | undefined {
  if (Object.is(a, b)) return undefined;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null)
    return `${path}: ${shown(a)} and ${shown(b)}`;
  if (a instanceof RangeError && b instanceof RangeError) return undefined;
  const keys = Object.keys(a);
  const others = Object.keys(b);
  if (Array.isArray(a) !== Array.isArray(b) || keys.join("\n") !== others.join("\n"))
    return `${path}: properties ${shown(keys)} and ${shown(others)}`;
  for (const key of keys) {
    const found = difference((a as never)[key], (b as never)[key], `${path}[${JSON.stringify(key)}]`);
    if (found !== undefined) return found;
  }
  return undefined;
}

const shown = (value: unknown): string =>
  typeof value === "string"
    ? JSON.stringify(value).slice(0, 200)
    : String(Object.is(value, -0) ? "-0" : value);
