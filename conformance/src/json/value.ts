/** A JSON value without loss: numbers keep their text, objects keep every key. */
export type Json = null | boolean | string | Num | Json[] | JsonObject;
export type JsonObject = Map<string, Json>;

/** A number as it was written. Two numbers are equal if their exact decimal values are: `1`, `1.0` and `10e-1`. */
export class Num {
  readonly raw: string;
  #exact: string | undefined;

  constructor(raw: string) {
    this.raw = raw;
  }

  /** Canonical form: `<digits>e<exponent>` without trailing zeros in the digits. */
  get exact(): string {
    this.#exact ??= exactOf(this.raw);
    return this.#exact;
  }

  toString(): string {
    return this.raw;
  }
}

function exactOf(raw: string): string {
  const [, sign, whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(raw) ?? [];
  const digits = (whole + fraction).replace(/^0+/, "");
  // Not `/0+$/`, which takes quadratic time on a long run of zeros that is not at the end.
  let end = digits.length;
  while (end > 0 && digits[end - 1] === "0") end -= 1;
  const trimmed = digits.slice(0, end);
  if (trimmed === "") return "0e0";
  const power = BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - trimmed.length);
  return `${sign}${trimmed}e${power}`;
}

export function isObject(value: Json | undefined): value is JsonObject {
  return value instanceof Map;
}

/**
 * Converts plain JavaScript data to JSON; numbers get their shortest text.
 *
 * @throws {TypeError} if the value has no JSON form
 */
export function fromPlain(value: unknown): Json {
  if (value === null || typeof value === "boolean" || typeof value === "string") return value;
  if (typeof value === "number") return new Num(String(value));
  if (value instanceof Num || value instanceof Map) return value as Json;
  if (Array.isArray(value)) return value.map(fromPlain);
  if (typeof value === "object") {
    const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
    return new Map(entries.map(([key, inner]) => [key, fromPlain(inner)]));
  }
  throw new TypeError(`${String(value)} has no JSON form`);
}

/** Converts JSON to plain JavaScript data; numbers become doubles. Not for values that are judged. */
export function toPlain(value: Json): unknown {
  if (value instanceof Num) return Number(value.raw);
  if (Array.isArray(value)) return value.map(toPlain);
  if (isObject(value)) return Object.fromEntries([...value].map(([key, inner]) => [key, toPlain(inner)]));
  return value;
}

/** Compares two values: keys in any order, elements in order, numbers by exact value. */
export function equal(a: Json, b: Json): boolean {
  if (a instanceof Num) return b instanceof Num && a.exact === b.exact;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, i) => equal(item, b[i]!));
  }
  if (isObject(a)) {
    return (
      isObject(b) && a.size === b.size && [...a].every(([key, v]) => b.has(key) && equal(v, b.get(key)!))
    );
  }
  return a === b;
}
