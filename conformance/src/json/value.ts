/** Any JSON value without loss: numbers keep their text, objects any key. */
export type Json = null | boolean | string | Num | Json[] | JsonObject;
export type JsonObject = Map<string, Json>;

/** A number as it was written. Two are equal when their exact decimal values are: `1`, `1.0` and `10e-1`. */
export class Num {
  readonly raw: string;
  #exact: string | undefined;

  constructor(raw: string) {
    this.raw = raw;
  }

  /** `<digits>e<exponent>` without trailing zeros in the digits: one text for each value. */
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

/** Plain JavaScript data as JSON; numbers by their shortest text. */
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

/** JSON as plain JavaScript data; numbers become doubles. For what the runner itself reads, never for what it judges. */
export function toPlain(value: Json): unknown {
  if (value instanceof Num) return Number(value.raw);
  if (Array.isArray(value)) return value.map(toPlain);
  if (isObject(value)) return Object.fromEntries([...value].map(([key, inner]) => [key, toPlain(inner)]));
  return value;
}

/** Equality as the suite means it: objects without order, arrays in order, numbers by exact value. */
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
