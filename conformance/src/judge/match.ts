import { equal, isObject, type Json, type JsonObject, Num, read, write } from "../json/index.ts";

/** Place (`.data[0]`) and description of a difference. */
export interface Mismatch {
  path: string;
  text: string;
}

/**
 * Compares a value with a matcher and returns the first difference; undefined if it matches.
 * See "Matchers" in docs/reference/conformance-cases.md.
 */
export function match(want: Json, got: Json, path = ""): Mismatch | undefined {
  const matcher = matcherOf(want);
  if (matcher) return matcher.test(matcher.argument, got, path, want as JsonObject);
  if (Array.isArray(want)) return matchArray(want, got, path);
  if (isObject(want)) return matchObject(want, got, path, true);
  return equal(want, got) ? undefined : wrong(path, want, got);
}

type Test = (argument: Json, got: Json, path: string, want: JsonObject) => Mismatch | undefined;

const types: Record<string, (value: Json) => boolean> = {
  null: (value) => value === null,
  boolean: (value) => typeof value === "boolean",
  number: (value) => value instanceof Num,
  integer: (value) => value instanceof Num && !value.exact.includes("e-"),
  string: (value) => typeof value === "string",
  array: Array.isArray,
  object: isObject,
};

const accept = (holds: boolean, want: Json, got: Json, path: string) =>
  holds ? undefined : wrong(path, want, got);

/** Matchers by name, without the `$`. */
export const matchers: Record<string, Test> = {
  any: () => undefined,
  type: (type, got, path, want) => accept(types[String(type)]?.(got) === true, want, got, path),
  regex: (pattern, got, path, want) =>
    accept(typeof got === "string" && new RegExp(String(pattern), "u").test(got), want, got, path),
  contains: (part, got, path, want) =>
    accept(
      typeof got === "string"
        ? typeof part === "string" && got.includes(part)
        : Array.isArray(got) && got.some((item) => !match(part, item)),
      want,
      got,
      path,
    ),
  one_of: (options, got, path, want) =>
    accept(
      (options as Json[]).some((option) => !match(option, got)),
      want,
      got,
      path,
    ),
  not: (inner, got, path, want) => accept(match(inner, got) !== undefined, want, got, path),
  has: (inner, got, path) => matchObject(inner as JsonObject, got, path, false),
  unordered: (items, got, path, want) =>
    accept(Array.isArray(got) && fitsUnordered(items as Json[], got), want, got, path),
  each: (inner, got, path, want) => {
    if (!Array.isArray(got)) return wrong(path, want, got);
    const count = want.get("count");
    if (count instanceof Num && Number(count.raw) !== got.length) {
      return { path, text: `expected ${count.raw} elements, got ${got.length}` };
    }
    return got.map((item, i) => match(inner, item, `${path}[${i}]`)).find(Boolean);
  },
  close: (argument, got, path, want) => {
    const [middle, tolerance] = (argument as Num[]).map(({ raw }) => Number(raw)) as [number, number];
    return accept(got instanceof Num && Math.abs(Number(got.raw) - middle) <= tolerance, want, got, path);
  },
  literal: (value, got, path) => matchLiteral(value, got, path),
  json: (text, got, path) => matchLiteral(read(String(text)), got, path),
};

const matchLiteral = (value: Json, got: Json, path: string) =>
  equal(value, got) ? undefined : wrong(path, value, got);

function matcherOf(want: Json): { test: Test; argument: Json } | undefined {
  if (!isObject(want)) return undefined;
  for (const [key, argument] of want) {
    const test = key.startsWith("$") ? matchers[key.slice(1)] : undefined;
    if (test && (want.size === 1 || (key === "$each" && want.size === 2))) return { test, argument };
  }
  return undefined;
}

function matchArray(want: Json[], got: Json, path: string): Mismatch | undefined {
  if (!Array.isArray(got)) return wrong(path, want, got);
  for (let i = 0; i < Math.max(want.length, got.length); i++) {
    const inner = `${path}[${i}]`;
    if (i >= got.length) return { path: inner, text: `expected ${show(want[i]!)}, got nothing` };
    if (i >= want.length) return { path: inner, text: `expected nothing, got ${show(got[i]!)}` };
    const mismatch = match(want[i]!, got[i]!, inner);
    if (mismatch) return mismatch;
  }
  return undefined;
}

function matchObject(want: JsonObject, got: Json, path: string, closed: boolean): Mismatch | undefined {
  if (!isObject(got)) return wrong(path, want, got);
  for (const [key, inner] of want) {
    const at = `${path}.${key}`;
    const value = got.get(key);
    if (value === undefined) return { path: at, text: `expected ${show(inner)}, got nothing` };
    const mismatch = match(inner, value, at);
    if (mismatch) return mismatch;
  }
  if (!closed) return undefined;
  const extra = [...got.keys()].find((key) => !want.has(key));
  return extra === undefined
    ? undefined
    : { path: `${path}.${extra}`, text: `expected nothing, got ${show(got.get(extra)!)}` };
}

/** Whether elements and matchers can be paired one to one (augmenting paths, because matchers may overlap). */
function fitsUnordered(want: Json[], got: Json[]): boolean {
  if (want.length !== got.length) return false;
  const takenBy: number[] = [];
  const place = (w: number, seen: Set<number>): boolean =>
    got.some((item, g) => {
      if (seen.has(g) || match(want[w]!, item)) return false;
      seen.add(g);
      if (takenBy[g] !== undefined && !place(takenBy[g], seen)) return false;
      takenBy[g] = w;
      return true;
    });
  return want.every((_, w) => place(w, new Set()));
}

function wrong(path: string, want: Json, got: Json): Mismatch {
  return { path, text: `expected ${show(want)}, got ${show(got)}` };
}

/** Returns JSON for a report; long text is cut. */
export function show(value: Json): string {
  const text = write(value);
  return text.length > 300 ? `${text.slice(0, 300)}… (${text.length} characters)` : text;
}
