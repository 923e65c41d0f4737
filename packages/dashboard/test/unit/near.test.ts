import { expect, test } from "vitest";
import { indexNear, placeBeside } from "../../src/ui/chart/near.ts";

test("a line has a value at the cursor if it has one within a moment, the nearest", () => {
  const times = [1, 2, 2.1, 2.3, 9];
  expect(indexNear(times, [5, undefined, 6, 7, 8], 1, 0.5)).toBe(2);
  expect(indexNear(times, [5, undefined, undefined, 7, 8], 2, 0.5)).toBe(3);
  expect(indexNear(times, [5, 6, undefined, undefined, 8], 3, 0.5)).toBe(1);
  expect(indexNear(times, [5, undefined, null, undefined, 8], 1, 0.5)).toBeUndefined();
});

test("the cursor moves from place to place, not between values of one moment", () => {
  const times = [1, 1.001, 1.002, 5, 5.001, 9];
  expect(placeBeside(times, 0, 1, 0.1)).toBe(3);
  expect(placeBeside(times, 3, 1, 0.1)).toBe(5);
  expect(placeBeside(times, 5, -1, 0.1)).toBe(4);
  expect(placeBeside(times, 4, -1, 0.1)).toBe(2);
  expect([placeBeside(times, 0, 10, 0.1), placeBeside(times, 5, -10, 0.1)]).toEqual([5, 0]);
});
