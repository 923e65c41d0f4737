import { expect, test } from "vitest";
import { formatRow, interleave, median, meets, percentile } from "../src/bench/numbers.ts";

test("The median and the percentiles are samples, not averages", () => {
  expect(median([5, 1, 3])).toBe(3);
  expect(percentile([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 99)).toBe(10);
  expect(percentile([7], 50)).toBe(7);
});

test("Two sides are measured in turn, and the first round is not counted", async () => {
  const order: string[] = [];
  const side = (name: string) => async (round: number) => {
    order.push(`${name}${round}`);
    return round;
  };
  const samples = await interleave(2, side("a"), side("b"));
  expect(order).toEqual(["a0", "b0", "a1", "b1", "a2", "b2"]);
  expect(samples).toEqual({ a: [1, 2], b: [1, 2] });
});

test("A row says whether its target was met", () => {
  const row = { name: "queries", value: 1.4, unit: "×", target: { atMost: 1.3 }, detail: "" } as const;
  expect(meets(row)).toBe(false);
  expect(formatRow(row)).toMatch(/^MISSED .*1\.40 ×.*≤ 1\.3/);
  expect(meets({ ...row, target: { atLeast: 0.4 } })).toBe(true);
});
