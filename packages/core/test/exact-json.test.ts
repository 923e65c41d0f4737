import { describe, expect, test } from "vitest";
import { readExactJson } from "../src/index.ts";

describe("JSON that is passed on", () => {
  test.each([
    "12345678901234567890",
    "-9007199254740993",
    "[1.00000000000000000001]",
    '{"a":{"b":[123456789012345678.5]}}',
    "1.2345678901234567890123e-300",
  ])("keeps the value of %s", (text) => {
    expect(JSON.stringify(readExactJson(text))).toBe(text);
  });

  test("keeps 16 digits and more wherever the decimal point is", () => {
    // Many such numbers lie between two doubles and would be printed as another number.
    for (const digits of ["9083840767143601", "9007199254740993", "98765432109876543"]) {
      for (let point = 1; point < digits.length; point++) {
        const text = `[${digits.slice(0, point)}.${digits.slice(point)}]`;
        expect(JSON.stringify(readExactJson(text))).toBe(text);
      }
    }
  });

  test("takes time in proportion to a number's length, whatever its digits", () => {
    const zeros = "0".repeat(200_000);
    for (const text of [`[0.1${zeros}1]`, `[0.${zeros}1${zeros}]`, `[1.${zeros}1e-9]`]) {
      expect(JSON.stringify(readExactJson(text))).toBe(text);
    }
  });

  test.each([
    ["0.30000000000000004", 0.30000000000000004],
    ["1.234567890123456e-07", 1.234567890123456e-7],
    ["1000000000000000000000", 1e21],
    ["100000000000000000.000", 1e17],
    ["-0.0000000000000000000", -0],
    ["1763740800.1234567", 1763740800.1234567],
  ])("reads %s as a number because a double is exact", (text, number) => {
    expect(readExactJson(text)).toBe(number);
  });
});
