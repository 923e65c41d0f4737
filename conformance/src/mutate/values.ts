import { isObject, type Json, Num } from "../json/index.ts";

/** A small change of a value and its name. */
export interface Changed {
  name: string;
  value: Json;
}

/** Maximum number of changes of one value; a large value is changed only at its beginning. */
const most = 40;

/** Returns small changes of a JSON value; each result differs from the value by `equal`. */
export function changesOf(value: Json): Changed[] {
  return [...changes(value, 0)].slice(0, most);
}

function* changes(value: Json, depth: number): Generator<Changed> {
  if (depth > 8) return;
  if (Array.isArray(value)) yield* ofArray(value, depth);
  else if (isObject(value)) yield* ofObject(value, depth);
  else yield* ofLeaf(value);
}

function* ofLeaf(value: Json): Generator<Changed> {
  if (value instanceof Num) {
    const one = String(Number(value.raw) + 1);
    if (Number.isSafeInteger(Number(one))) yield { name: "number+1", value: new Num(one) };
    yield { name: "number-in-last-place", value: new Num(lastPlace(value.raw)) };
    yield { name: "number-as-text", value: value.raw };
    return;
  }
  if (typeof value === "boolean") {
    yield { name: "boolean-flipped", value: !value };
    yield { name: "boolean-as-text", value: String(value) };
    return;
  }
  if (value === null) {
    yield { name: "null-as-zero", value: new Num("0") };
    yield { name: "null-as-text", value: "" };
    return;
  }
  if (typeof value === "string") {
    yield { name: "text-longer", value: `${value}x` };
    if (value !== "") yield { name: "text-shorter", value: [...value].slice(0, -1).join("") };
    const swapped = value === value.toUpperCase() ? value.toLowerCase() : value.toUpperCase();
    if (swapped !== value) yield { name: "text-in-other-case", value: swapped };
    yield { name: "text-as-null", value: null };
  }
}

/** Appends a digit beyond the precision of a double, so that the exact value differs. */
function lastPlace(raw: string): string {
  const [mantissa = "0", exponent] = raw.split(/[eE]/);
  const longer = mantissa.includes(".")
    ? `${mantissa}00000000000000000001`
    : `${mantissa}.00000000000000000001`;
  return exponent === undefined ? longer : `${longer}e${exponent}`;
}

function* ofArray(value: Json[], depth: number): Generator<Changed> {
  yield { name: "element-more", value: [...value, null] };
  if (value.length === 0) return;
  yield { name: "element-less", value: value.slice(0, -1) };
  const reversed = [...value].reverse();
  if (value.length > 1 && JSON.stringify(plain(reversed)) !== JSON.stringify(plain(value))) {
    yield { name: "elements-reversed", value: reversed };
  }
  for (const [i, inner] of value.entries()) {
    for (const change of changes(inner, depth + 1)) {
      yield { name: change.name, value: value.with(i, change.value) };
    }
  }
}

function* ofObject(value: Map<string, Json>, depth: number): Generator<Changed> {
  const another = value.has("a key more") ? "and another" : "a key more";
  yield { name: "key-more", value: new Map([...value, [another, null]]) };
  for (const key of value.keys()) {
    const others = [...value].filter(([other]) => other !== key);
    yield { name: "key-less", value: new Map(others) };
    yield { name: "key-renamed", value: new Map([...others, [`${key}x`, value.get(key)!]]) };
  }
  for (const [key, inner] of value) {
    for (const change of changes(inner, depth + 1)) {
      yield { name: change.name, value: new Map([...value, [key, change.value]]) };
    }
  }
}

function plain(value: Json): unknown {
  if (value instanceof Num) return value.exact;
  if (Array.isArray(value)) return value.map(plain);
  return isObject(value) ? [...value].map(([key, inner]) => [key, plain(inner)]) : value;
}
