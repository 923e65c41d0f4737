import { expect, test } from "vitest";
import { MetricGroups, shares } from "../../src/selection/metric-shares.ts";

test("rare groups keep all they have, and the frequent ones share the rest", () => {
  expect(shares([1_000_000, 10, 500_000], 1_010)).toEqual([500, 10, 500]);
  expect(shares([5, 5], 100)).toEqual([5, 5]);
  expect(shares([9, 9, 9], 2)).toEqual([1, 1, 1]);
  expect(shares([], 10)).toEqual([]);
});

test("the number of groups is bounded whatever the symbols are", () => {
  const groups = new MetricGroups(() => ({}));
  const found = new Set(Array.from({ length: 5_000 }, (_, at) => groups.of("price", `S${at}`)));
  expect(found.size).toBe(101);
  expect(groups.of("price", "S4999")).toBe(groups.of("price", undefined));
  expect(groups.of("a", "b")).not.toBe(groups.of("b", "a"));
  expect(groups.of("a", 1)).toBe(groups.of("a", undefined));
});

test("the order of the groups does not depend on what came first", () => {
  const names = [
    ["b", undefined],
    ["a", "y"],
    ["b", "x"],
    ["a", "x"],
    ["a", undefined],
  ] as const;
  const inOrder = (given: (typeof names)[number][]) => {
    const groups = new MetricGroups<{ name: unknown }>(() => ({ name: undefined }));
    for (const [type, symbol] of given) groups.of(type, symbol).name = [type, symbol];
    return groups.inOrder().map(({ name }) => name);
  };
  const expected = [
    ["a", undefined],
    ["a", "x"],
    ["a", "y"],
    ["b", undefined],
    ["b", "x"],
  ];
  expect(inOrder([...names])).toEqual(expected);
  expect(inOrder(names.toReversed())).toEqual(expected);
});
