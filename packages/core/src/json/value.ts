/**
 * Any JSON value.
 *
 * @example
 * const closes: JsonValue = [187.5, null, { high: 188 }];
 */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };

/**
 * A JSON object.
 *
 * @example
 * const position: JsonObject = { symbol: "AAPL", shares: 10 };
 * state.set("position", position);
 */
export type JsonObject = { [key: string]: JsonValue };

/** The greatest depth of nesting that is read or written [JSON-12, JSON-13]. */
export const maxDepth = 512;

/** Returns a deep copy of `value`. */
export function cloneJson<T extends JsonValue>(value: T): T {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(cloneJson) as T;
  // fromEntries defines properties, so that "__proto__" stays an ordinary key.
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cloneJson(inner)])) as T;
}

/** Sorts texts by their UTF-8 bytes, ascending [JSON-15]; returns a new array. */
export function sortByBytes(texts: Iterable<string>): string[] {
  return [...texts].sort(compareByBytes);
}

// UTF-8 sorts by code point; UTF-16 does not when a surrogate is compared with U+E000–U+FFFF.
function compareByBytes(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x === y) continue;
    return rank(x) - rank(y);
  }
  return a.length - b.length;
}

// Surrogates encode code points above those of all other units.
function rank(unit: number): number {
  return isSurrogate(unit) ? unit + 0x10000 : unit;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}
