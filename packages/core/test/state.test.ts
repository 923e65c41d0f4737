import fc from "fast-check";
import { expect, test } from "vitest";
import { encodeKey, keyOfFile, readStateDocument, stateDocument } from "../src/index.ts";

const code = (code: string) => expect.objectContaining({ code });

test.each([
  ["trades", "trades"],
  ["a_b-9", "a_b-9"],
  ["a.b", "a%2eb"],
  ["BTC/USD", "%42%54%43%2f%55%53%44"],
  ["../../etc/passwd", "%2e%2e%2f%2e%2e%2fetc%2fpasswd"],
  ["é€\u{1F600}", "%c3%a9%e2%82%ac%f0%9f%98%80"],
  ["%61", "%2561"],
  ["\u0000 ~!*'()", "%00%20%7e%21%2a%27%28%29"],
])("the key %j is stored as %s.json [ST-2]", (key, encoded) => {
  expect(encodeKey(key)).toBe(encoded);
  expect(keyOfFile(`${encoded}.json`)).toBe(key);
});

test("every key can be decoded from its file name, also on a case-insensitive disk [ST-2]", () => {
  const key = fc.string({ unit: "binary", minLength: 1, maxLength: 16 });
  const name = (text: string) => `${encodeKey(text)}.json`;
  fc.assert(fc.property(key, (a) => keyOfFile(name(a)) === a && /^[a-z0-9_%-]+\.json$/.test(name(a))));
  fc.assert(fc.property(key, key, (a, b) => a === b || name(a).toLowerCase() !== name(b).toLowerCase()));
});

test.each([
  ["the empty text", "", "it is empty"],
  ["201 plain characters", "a".repeat(201), "longer than 200"],
  ["67 characters of three", "A".repeat(67), "longer than 200"],
  ["a megabyte", "a".repeat(1_000_000), "longer than 200"],
  ["a lone surrogate", "a\ud800", "lone surrogate"],
  ["a number", 7, "not a string"],
  ["nothing", undefined, "not a string"],
])("%s is not a key [ST-3]", (_, key, reason) => {
  expect(() => encodeKey(key)).toThrow(code("state.invalid_key"));
  expect(() => encodeKey(key)).toThrow(reason);
});

test("a key may have 200 characters when encoded [ST-3]", () => {
  expect(encodeKey("a".repeat(200))).toHaveLength(200);
  expect(encodeKey(`${"A".repeat(66)}aa`)).toHaveLength(200);
});

test.each([
  "trades",
  "trades.txt",
  ".json",
  "A.json",
  "a.b.json",
  "%2E.json",
  "%61.json",
  "%zz.json",
  "%ff.json",
  "%.json",
  ".tmp-a-0123456789abcdef",
  `${"a".repeat(201)}.json`,
])("a file named %s is not a key [ST-4]", (name) => {
  expect(keyOfFile(name)).toBeUndefined();
});

test("a document of 1 MiB is accepted, one byte more is refused, counted in UTF-8 [ST-5]", () => {
  expect(stateDocument("k", "x".repeat(1_048_574))).toHaveLength(1_048_576);
  expect(() => stateDocument("k", "x".repeat(1_048_575))).toThrow(code("state.value_too_large"));
  expect(stateDocument("k", "é".repeat(524_287))).toHaveLength(524_289);
  expect(() => stateDocument("k", "é".repeat(524_288))).toThrow("1048578 bytes");
});

test("the error for a value without JSON form names the key and the place [JSON-10]", () => {
  expect(() => stateDocument("k", { a: () => 1 })).toThrow(
    'the value of state key "k" has no JSON form: a is a function',
  );
});

test("a file that is empty, not JSON or not UTF-8 is corrupt [ST-10]", () => {
  const read = (bytes: Buffer) => () => readStateDocument("k", bytes, "/s/k.json");
  expect(read(Buffer.from('{"a":null}'))()).toEqual({ a: null });
  for (const bytes of ["", "{", "1 2", '"\\ud800"'])
    expect(read(Buffer.from(bytes))).toThrow(code("state.corrupt"));
  expect(read(Buffer.from([0x22, 0xff, 0x22]))).toThrow(
    'the file of state key "k" is not valid JSON: /s/k.json',
  );
});
