import { type Json, type JsonObject, Num, read, write } from "../json/index.ts";
import type { Random } from "./random.ts";
import type { Document } from "./script.ts";

/*
 * Values that languages often handle wrongly. No text contains a dollar sign, which has a meaning in cases. Every number
 * is the shortest text of its double, so that no language has to keep more than a double.
 */

const numbers = [
  ...["0", "-0", "1", "-1", "5", "5.0", "5e0", "-0.5", "0.1", "100.0", "0.30000000000000004", "123456.789"],
  ...["2147483648", "-2147483648", "9007199254740991", "-9007199254740991"],
  ...["5e-324", "2.2250738585072014e-308"],
];
const hugeNumbers = ["1e21", "-1e21", "1.5e300", "1.7976931348623157e308", "18446744073709552000"];
const texts = [
  ...["", "a", "open", " ", "  two  ", "true", "null", "0", "5", "x".repeat(200)],
  ...["Ünïcödé", "é", "e\u0301", "😀", "\u{10FFFF}", "\uffee"],
  ...[
    "a\u0000b",
    "\u0000",
    "\u001f",
    "\u007f",
    "\u0085",
    "\u2028\u2029",
    "\ufeffx",
    "line\nfeed",
    "tab\there\r\n",
  ],
  ...['say "hi"', "'", "back\\slash", "\\u0041", '{"a":1}', "</script>"],
  ...["__proto__", "constructor", "..", "a/b", "%2E", "%", "a+b&c=d"],
];
const properties = [
  ...["a", "b", "value", "timestamp", "_metric", "data", "level", "message", "status", "type"],
  ...["", "0", "10", "9", "__proto__", "constructor", "toString", "é", "😀", "\uffee", "a\u0000", "\n"],
];

export const stateKeys = [
  ...["a", "b", "trades", "last-price_2", "Price", "0", "__proto__", "constructor", "a.json", ".tmp-a"],
  ...["..", ".", "a/b", "%2E", " ", "\u0000", "\n", "ключ", "é", "e\u0301", "😀", "\uffee"],
  ...["k".repeat(200), "A".repeat(66), "é".repeat(33)],
];
export const invalidStateKeys = ["", "k".repeat(201), "A".repeat(67), "é".repeat(34)];
export const paramNames = ["limit", "a", "", "0", "__proto__", "constructor"];
/** JSON texts that typed accessors accept, and near-misses. */
const spellings = [
  ["5", "5.0", "5e0", "50e-1", "-5.0", "-0", "0.1", "9007199254740991"],
  ["+5", " 5", "5 ", "\n5", "\u00a05", "05", "0x5", "5.", ".5", "5_0", "5n", "٥", "NaN", "Infinity", "1e400"],
  ["true", "false", "True", " true", "yes", "null", ""],
  ["[]", "[1]", "[1, 2]", "[1] ", "[1,]", "{}", '{"a": [1]}', "{a:1}", "{}\n"],
];

export function number(random: Random): Num {
  if (random.oneIn(3)) return new Num(String(random.below(2_000_001) - 1_000_000));
  if (random.oneIn(4)) return new Num(String((random.below(2e9) - 1e9) / 10 ** random.below(9)));
  return new Num(random.pick(random.oneIn(4) ? hugeNumbers : numbers));
}

export function text(random: Random): string {
  if (random.oneIn(4)) return `${random.pick(texts)}${random.pick(texts)}`;
  return random.pick(texts);
}

/** Returns any JSON value, mostly a small one. */
export function value(random: Random, depth = 0): Json {
  switch (random.below(depth > 6 ? 8 : 10)) {
    case 0:
      return null;
    case 1:
      return random.oneIn(2);
    case 2:
    case 3:
    case 4:
      return number(random);
    case 8:
      return Array.from({ length: random.below(4) }, () => value(random, depth + 1));
    case 9:
      return object(random, depth);
    default:
      return text(random);
  }
}

export function object(random: Random, depth = 0): JsonObject {
  const keys = random.some(properties, random.below(4));
  return new Map(keys.map((key) => [key, value(random, depth + 1)]));
}

/** Returns a parameter. Integers beyond ±(2^53 − 1) are excluded because languages differ in them. */
export function param(random: Random): Json {
  if (random.oneIn(2)) return spelling(random);
  const given = random.oneIn(2) ? new Num(random.pick(numbers)) : value(random);
  return given instanceof Num && hugeNumbers.includes(given.raw) ? true : given;
}

/** Returns the text of a parameter of the query string. */
export const paramText = (random: Random): string => (random.oneIn(4) ? text(random) : spelling(random));

const spelling = (random: Random): string => random.pick(random.pick(spellings));

/** Texts with their value; undefined if the text is invalid JSON [JSON-6, JSON-7]. */
const odd: Document[] = [
  ...[' {"a": 1}\n', "{}", "[1]", "null", "5", '"text"'].map((json) => ({ text: json, value: read(json) })),
  { text: '{"a":1,"a":2}', value: new Map([["a", new Num("2")]]) },
  { text: '{"a":"\\ud83d\\ude00\\/"}', value: new Map([["a", "😀/"]]) },
  ...["", "{", '{"a":1}x', '{"a":1,}', "{'a':1}", '{"a":01}', '{"a":NaN}', '{"a":1e400}', '{"a":"\\ud800"}']
    .concat(['\ufeff{"a":1}', '{"a":"\t"}', '{"a":1}{}', "// {}", "nul", "True"])
    .map((json) => ({ text: json, value: undefined })),
];

/** An unset variable or an empty body. */
export const noDocument: Document = { text: "", value: undefined };

/** Returns the value as a document, or once in `times` another document, which may be invalid. */
export function document(random: Random, given: Json, times: number): Document {
  return random.oneIn(times) ? random.pick(odd) : { text: write(given), value: given };
}
