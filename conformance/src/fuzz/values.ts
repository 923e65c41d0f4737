import fc, { type Arbitrary } from "fast-check";
import { type Json, type JsonObject, Num, read, write } from "../json/index.ts";
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

/** Returns one of the arbitraries with a probability proportional to its weight; the first is the simplest. */
export const weighted = <T>(...choices: [weight: number, arbitrary: Arbitrary<T>][]): Arbitrary<T> =>
  fc.oneof({ withCrossShrink: true }, ...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));
/** Returns up to `most` items. */
export const listOf = <T>(item: Arbitrary<T>, most: number): Arbitrary<T[]> =>
  fc.array(item, { maxLength: most, size: "max" });

const constantNumber = (raws: string[]): Arbitrary<Num> =>
  fc.constantFrom(...raws).map((raw) => new Num(raw));
const ordinaryNumber = constantNumber(numbers);
export const wholeNumber = (most: number): Arbitrary<Num> =>
  fc.integer({ min: -most, max: most }).map((whole) => new Num(String(whole)));
const fraction = fc
  .tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.nat(8))
  .map(([whole, digits]) => new Num(String(whole / 10 ** digits)));
export const number = weighted<Num>(
  [3, ordinaryNumber],
  [1, constantNumber(hugeNumbers)],
  [3, wholeNumber(1_000_000)],
  [1, fraction],
);

const constantText = fc.constantFrom(...texts);
export const text = weighted(
  [3, constantText],
  [1, fc.tuple(constantText, constantText).map((pair) => pair.join(""))],
);

const values = fc.letrec<{ value: Json; object: JsonObject }>((tie) => ({
  value: weighted<Json>(
    [1, fc.constant(null)],
    [1, fc.boolean()],
    [3, number],
    [3, text],
    [1, fc.array(tie("value"), { maxLength: 3 })],
    [1, tie("object")],
  ),
  object: fc
    .uniqueArray(fc.tuple(fc.constantFrom(...properties), tie("value")), {
      maxLength: 3,
      selector: ([key]) => key,
    })
    .map((entries) => new Map(entries)),
}));
/** Any JSON value, mostly a small one. */
export const { value, object } = values;

const spelling = fc.oneof(...spellings.map((group) => fc.constantFrom(...group)));
/** A parameter. Integers beyond ±(2^53 − 1) are excluded because languages differ in them. */
export const param: Arbitrary<Json> = weighted<Json>(
  [2, spelling],
  [1, ordinaryNumber],
  [1, value.map((given) => (given instanceof Num && hugeNumbers.includes(given.raw) ? true : given))],
);
/** The text of a parameter of the query string. */
export const paramText = weighted([3, spelling], [1, text]);

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

/** The value as a document, or once in `times` another document, which may be invalid. */
export const document = (given: Arbitrary<Json>, times: number): Arbitrary<Document> =>
  weighted([times - 1, given.map(documentOf)], [1, fc.constantFrom(...odd)]);
export const documentOf = (given: Json): Document => ({ text: write(given), value: given });
