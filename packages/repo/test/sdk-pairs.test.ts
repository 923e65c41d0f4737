import { expect, test, vi } from "vitest";
import { formatRow } from "../src/bench/numbers.ts";
import { lengthOf } from "../src/bench/sdks/connection.ts";
import { languages } from "../src/bench/sdks/languages.ts";
import { detail, slowdown, spread, warm } from "../src/bench/sdks/pairs.ts";

test("The first tenth of the pairs is not counted, and at least one pair is left out", () => {
  const times = Array.from({ length: 20 }, (_, n) => n);
  expect(warm({ sdk: times, bare: times }).sdk).toEqual(times.slice(2));
  expect(warm({ sdk: [900, 3, 4], bare: [500, 1, 2] })).toEqual({ sdk: [3, 4], bare: [1, 2] });
});

test("Sides that are no pairs are refused", () => {
  expect(() => warm({ sdk: [1, 2, 3], bare: [1, 2] })).toThrow("3 and 2 times");
  expect(() => warm({ sdk: [1], bare: [1] })).toThrow("at least two pairs");
});

test("The slowdown is the SDK's median divided by the other's, so that one slow round changes nothing", () => {
  expect(slowdown({ sdk: [3, 3, 900], bare: [2, 2, 2] })).toBe(1.5);
});

test("The spread is the middle half of the pairs' own ratios", () => {
  const bare = [1, 1, 1, 1, 2];
  expect(spread({ sdk: [1, 2, 3, 4, 10], bare })).toEqual([2, 4]);
});

test("The detail gives both medians in one unit", () => {
  expect(detail({ sdk: [3000, 3000], bare: [2000, 1500] })).toBe("3.00 ÷ 2.00 µs, middle half 1.50 to 2.00");
  expect(detail({ sdk: [900_000], bare: [2_000_000] })).toContain("0.90 ÷ 2.00 ms");
  expect(detail({ sdk: [1], bare: [1] }, [0.5, 0.6])).toContain("middle half 0.50 to 0.60");
});

test("An answer is complete with its head and as many bytes as its Content-Length", () => {
  const answer = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\ncontent-length: 4\r\n\r\ntrue";
  expect(lengthOf(answer)).toBe(answer.length);
  expect(lengthOf(answer.slice(0, -2))).toBe(answer.length);
  expect(lengthOf("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n")).toBeUndefined();
  expect(() => lengthOf("HTTP/1.1 200 OK\r\n\r\n")).toThrow("no Content-Length");
});

test("A measurement without its toolchain is printed with the reason, and neither met nor missed", () => {
  const line = formatRow({ name: "Rust SDK", skipped: "cargo was not found on PATH." });
  expect(line).toBe("SKIPPED Rust SDK: cargo was not found on PATH.");
});

test.each([
  ["Python", "Python 3.11 or newer was not found"],
  ["Rust", "cargo was not found"],
])("The measurements of %s are skipped where its toolchain is missing", async (name, reason) => {
  vi.stubEnv("PATH", "/nowhere");
  const language = languages.find((one) => one.name === name);
  expect(await language?.build()).toContain(reason);
  vi.unstubAllEnvs();
});
