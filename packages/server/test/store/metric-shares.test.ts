import { expect, test } from "vitest";
import { MetricGroups, shares } from "../../src/records/metric-shares.ts";

test("rare groups keep all they have, and the frequent ones share the rest", () => {
  expect(shares([1_000_000, 10, 500_000], 1_010)).toEqual([500, 10, 500]);
  expect(shares([5, 5], 100)).toEqual([5, 5]);
  expect(shares([9, 9, 9], 2)).toEqual([1, 1, 1]);
  expect(shares([], 10)).toEqual([]);
});

test("the number of groups is bounded whatever the symbols are", () => {
  const groups = new MetricGroups();
  const names = new Set(Array.from({ length: 5_000 }, (_, at) => groups.nameOf("price", `S${at}`)));
  expect(names.size).toBe(101);
  expect(groups.nameOf("a", "b")).not.toBe(groups.nameOf("b", "a"));
  expect(groups.nameOf("a", 1)).toBe(groups.nameOf("a", undefined));
});
