import { expect, test } from "vitest";
import { withoutFormula } from "../../src/lib/csv.ts";
import { readNames, toggled } from "../../src/lib/names.ts";
import { drawable, rangeOf, readable, steps, ticks, tickTexts } from "../../src/ui/chart/numbers.ts";

test.each([
  [0, 1, 0.2, ["0", "0.2", "0.4", "0.6", "0.8", "1"]],
  [1_000_000.01, 1_000_000.03, 0.01, ["1,000,000.01", "1,000,000.02", "1,000,000.03"]],
  [1e6, 3e6, 1e6, ["1M", "2M", "3M"]],
  [-4e307, 4e307, 2e307, ["-4e307", "-2e307", "0", "2e307", "4e307"]],
  [1e-20, 3e-20, 1e-20, ["1e-20", "2e-20", "3e-20"]],
])("an axis from %d to %d tells its ticks apart", (least, most, step, texts) => {
  expect(tickTexts(ticks(least, most, step), step)).toEqual(texts);
});

test("an axis ends, also where a step is smaller than the distance of two doubles", () => {
  expect(ticks(1e20, 1e20 + 1e5, 1).length).toBeLessThanOrEqual(100);
  expect(steps).toEqual([...steps].sort((a, b) => a - b));
  expect(steps.every((step) => step > 0 && Number.isFinite(step))).toBe(true);
});

test("an axis of tiny values has their size", () => {
  const [least, most] = rangeOf(1e-300, 3e-300);
  expect([least < 1e-300, least > 0, most > 3e-300, most < 4e-300]).toEqual([true, true, true, true]);
  const [below, above] = rangeOf(2e-300, 2e-300);
  expect([below < 2e-300, above > 2e-300, above < 3e-300]).toEqual([true, true, true]);
  expect(rangeOf(0, 0)[1]).toBeGreaterThan(0);
});

test("values that differ little are read apart", () => {
  expect([1_000_000.02, 1_000_000.03, 1e9].map(readable)).toEqual(["1,000,000.02", "1,000,000.03", "1B"]);
});

test("values beyond every axis are drawn at its end, and read as they are", () => {
  expect([drawable(1e308), drawable(-1e308), drawable(5), drawable(null)]).toEqual([4e307, -4e307, 5, null]);
  expect([1e308, 12345678901234567000, 1234567, 0.00001, 100.25, Number.NaN].map(readable)).toEqual([
    "1e308",
    "1.23e19",
    "1,234,567",
    "1e-5",
    "100.25",
    "–",
  ]);
});

test("a spreadsheet gets no formula, and every number as it is", () => {
  for (const text of ["=1+1", "@x", "-2+3", "+cmd|' /C calc'!A0", "\t=1", "＝1"])
    expect(withoutFormula(text)).toBe(`'${text}`);
  for (const text of ["-2", "+1.50", "-.5e-10", "12345678901234567891", 'a"b', "a=b", ""])
    expect(withoutFormula(text)).toBe(text);
});

test("names with any characters survive the address", () => {
  const text = toggled(readNames(toggled(new Set(), "a,b/%")), "c&d");
  expect([...readNames(text)]).toEqual(["a,b/%", "c&d"]);
  expect([...readNames("%E0%A4%A,x")]).toEqual(["x"]);
  expect(toggled(readNames(text), "c&d")).toBe(encodeURIComponent("a,b/%"));
});
