import { expect, test } from "vitest";
import { file, judged, stepOf } from "./recorded.ts";

/** Expected value, seen value, and the failure if they differ. */
const table: [expected: string, seen: string, said: string | null][] = [
  // Numbers by their exact decimal value.
  ["1", "1.0", null],
  ["1", "10e-1", null],
  ["1.0", "1E0", null],
  ["100", "1e+2", null],
  ["0", "-0", null],
  ["0", "0.000e5", null],
  ["9007199254740993", "9007199254740993.0", null],
  ["9007199254740993", "9007199254740992", "result: expected 9007199254740993, got 9007199254740992"],
  ["0.1", "0.10000000000000001", "result: expected 0.1, got 0.10000000000000001"],
  ["0.30000000000000004", "0.3", "result: expected 0.30000000000000004, got 0.3"],
  ["0.30000000000000004", "0.30000000000000004", null],
  ["1e-7", "0.0000001", null],
  ["1e-7", "0.0000001000000000000000021", "result: expected 1e-7, got 0.0000001000000000000000021"],
  ["5e-324", "4.9406564584124654e-324", "result: expected 5e-324, got 4.9406564584124654e-324"],
  ["-1", "1", "result: expected -1, got 1"],
  ["10", "1", "result: expected 10, got 1"],
  ["1", '"1"', 'result: expected 1, got "1"'],
  ["1", "true", "result: expected 1, got true"],
  ["0", "null", "result: expected 0, got null"],
  // Strings by code point.
  ['"é"', '"é"', null],
  ['"é"', '"e\u0301"', 'result: expected "é", got "e\u0301"'],
  ['"a"', '"A"', 'result: expected "a", got "A"'],
  ['"a"', '"a "', 'result: expected "a", got "a "'],
  ['""', "null", 'result: expected "", got null'],
  ['"\\u0000"', '"\\u0000"', null],
  ['"\\u0000"', '"\\\\u0000"', 'result: expected "\\u0000", got "\\\\u0000"'],
  // Arrays in order and with their length.
  ["[1, 2]", "[1,2]", null],
  ["[1, 2]", "[2,1]", "result[0]: expected 1, got 2"],
  ["[1, 2]", "[1]", "result[1]: expected 2, got nothing"],
  ["[1]", "[1,null]", "result[1]: expected nothing, got null"],
  ["[]", "{}", "result: expected [], got {}"],
  ["[[1]]", "[[1,2]]", "result[0][1]: expected nothing, got 2"],
  // Objects by key set, in any order, without extra keys at any depth.
  ["{ a: 1, b: 2 }", '{"b":2,"a":1}', null],
  ["{ a: 1 }", '{"a":1,"b":null}', "result.b: expected nothing, got null"],
  ["{ a: null }", "{}", "result.a: expected null, got nothing"],
  ["{ a: { b: 1 } }", '{"a":{"b":1,"c":1}}', "result.a.c: expected nothing, got 1"],
  ["{ a: 1 }", '{"A":1}', "result.a: expected 1, got nothing"],
  ['{ "__proto__": 1, constructor: 2 }', '{"constructor":2,"__proto__":1}', null],
  ["{}", '{"__proto__":1}', "result.__proto__: expected nothing, got 1"],
  ["{ toString: { $any: true } }", "{}", 'result.toString: expected {"$any":true}, got nothing'],
  ["true", "false", "result: expected true, got false"],
  [
    '{ "a": ["x", { $type: number }] }',
    '{"a":["x","1"]}',
    'result.a[1]: expected {"$type":"number"}, got "1"',
  ],
];

test.each(table)("%s is compared with %s", (expected, seen, said) => {
  const step = stepOf(`run: { ops: [] }\nexpect: { result: ${expected} }`);
  expect(judged(step, { after: { "out/result.json": file(seen) } })).toEqual(said === null ? [] : [said]);
});

test("a long value is cut in the message, with its length", () => {
  const step = stepOf("run: { ops: [] }\nexpect: { result: null }");
  const [said] = judged(step, { after: { "out/result.json": file(`"${"x".repeat(1000)}"`) } });
  expect(said).toBe(`result: expected null, got "${"x".repeat(299)}… (1002 characters)`);
});
