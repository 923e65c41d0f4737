import { expect, test } from "vitest";
import { drawn } from "../../src/ui/chart/drawn.ts";

test("a break reaches over the times of other lines to the values beside it", () => {
  expect(drawn([1, undefined, null, undefined, undefined, 2, undefined, 3])).toEqual([
    ...[1, null, null, null, null, 2],
    ...[undefined, 3],
  ]);
  expect(drawn([undefined, null, undefined, 2])).toEqual([null, null, null, 2]);
});

test("a line without breaks is drawn over the times of other lines", () => {
  const column = [1, undefined, 2, undefined];
  expect(drawn(column)).toBe(column);
});
