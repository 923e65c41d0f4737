import { afterEach, expect, test } from "vitest";
import { faultOfRange, readExact, readJson, readNumber, WrittenNumber } from "../../src/lib/exact-json.ts";

const json = JSON as { rawJSON?: unknown };
const { rawJSON } = json;
afterEach(() => {
  json.rawJSON = rawJSON;
});

/** What a double rounds, overflows or loses. */
const beyond = [
  "9007199254740993",
  "12345678901234567890",
  "1e400",
  "-1e-400",
  "0.12345678901234567890",
  "0.1000000000000000055511151231257827",
];

test.each(beyond)("%s keeps its text wherever it is in what is edited", (text) => {
  expect(JSON.stringify({ value: readNumber(text) })).toBe(`{"value":${text}}`);
  for (const document of [`[${text}]`, `{"a":{"b":[${text}]}}`])
    expect(JSON.stringify(readJson(document))).toBe(document);
});

test.each([
  ["1.10", 1.1],
  ["+5", 5],
  [".5", 0.5],
  ["5.", 5],
  ["007", 7],
  ["1e3", 1000],
  ["0.1", 0.1],
  ["0e999", 0],
  ["9007199254740992", 9007199254740992],
])("%s is the number %d", (text, value) => {
  expect(readNumber(text)).toBe(value);
});

test.each(["", ".", "-", "1e", "0x10", "NaN", "Infinity", "1 2", "1,5", "１"])("%j is no number", (text) => {
  expect(readNumber(text)).toBeUndefined();
});

test("every number of a document that is shown stays as it is written", () => {
  const text = '{"price":1.10,"id":12345678901234567890,"far":1E400,"list":[-0,1.0e2],"text":"1.10"}';
  expect(JSON.stringify(readExact(text))).toBe(text);
  expect(readExact("[1.10]")).toEqual([new WrittenNumber("1.10")]);
});

test("a document is nested too deeply, or not JSON: two different errors", () => {
  expect(() => readExact("[".repeat(200_000) + "]".repeat(200_000))).toThrow(RangeError);
  expect(() => readExact("[1,]")).toThrow(SyntaxError);
});

test("an old browser sends a number that fits as a number, and another as a text, never rounded", () => {
  json.rawJSON = undefined;
  expect(JSON.stringify([readNumber("12345678901234567890"), readExact("[1.10]")])).toBe(
    '["12345678901234567890",[1.1]]',
  );
});

test("only what no double reaches is beyond the range of numbers, wherever it is", () => {
  for (const text of ["1e400", "-2e308"])
    for (const document of [text, `[1,{"a":[${text}]}]`])
      expect(faultOfRange(readJson(document))).toContain(`${text} is beyond`);
  expect(faultOfRange(readJson("[-1e-400]"))).toContain("-1e-400 is too close to zero");
  expect(faultOfRange(readJson('[1e308,12345678901234567890,0,-0,0e9,5e-324,"1e400",null]'))).toBeUndefined();
});
