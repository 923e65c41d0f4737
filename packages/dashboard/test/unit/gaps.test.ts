import { expect, test } from "vitest";
import { gapsIn, isolatedIn, withGaps } from "../../src/ui/chart/gaps.ts";
import { pathsOf } from "../../src/ui/sparkline.tsx";

/** Times with these steps between them, the first at zero. */
const timesOf = (...steps: number[]): number[] => {
  let time = 0;
  return [0, ...steps.map((step) => (time += step))];
};
const many = (count: number, ...steps: number[]): number[] =>
  Array.from({ length: count }, () => steps).flat();

test("a pause much longer than usual breaks a line, and a short one does not", () => {
  const { times, columns } = withGaps([1, 2, 3, 60, 61], [[1, 2, 3, 4, 5]]);
  expect(times).toEqual([1, 2, 3, 31.5, 60, 61]);
  expect(columns).toEqual([[1, 2, 3, null, 4, 5]]);
  expect(withGaps([1, 2, 3, 60, 61], [[1, 2, 3, 4, 5]], 100).times).toHaveLength(5);
  expect(gapsIn(timesOf(...many(10, 1), 5.5, ...many(10, 1)))).toEqual([]);
  expect(gapsIn(timesOf(...many(10, 1), 6.5, ...many(10, 1)))).toEqual([11]);
});

test("a few points have no gaps, because nothing tells what is usual", () => {
  expect(gapsIn([5])).toEqual([]);
  expect(gapsIn([1, 2, 60, 61])).toEqual([]);
});

test.each([
  ["from slow to fast", timesOf(...many(3, 10), ...many(60, 0.4))],
  ["from one long pause to fast", timesOf(10, ...many(60, 0.4))],
  ["from fast to slow", timesOf(...many(60, 0.4), ...many(4, 10))],
  ["from a minute to a second and back", timesOf(...many(50, 60), ...many(50, 1), ...many(50, 60))],
])("a rhythm that changes %s has no gaps", (_, times) => {
  expect(gapsIn(times)).toEqual([]);
});

test("runs that each emit a few values have no gaps between them", () => {
  expect(gapsIn(timesOf(...many(30, 0.01, 0.01, 60)))).toEqual([]);
  expect(gapsIn(timesOf(...many(30, 1e-6, 3_600)))).toEqual([]);
});

test("irregular times have next to no gaps, and the pause of an outage is one", () => {
  // Steps of a bot that reacts to events which are independent of each other, from a fixed series of random numbers.
  let seed = 7;
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const steps = Array.from({ length: 2_000 }, () => -Math.log(random()));
  expect(gapsIn(timesOf(...steps)).length).toBeLessThan(5);
  expect(gapsIn(timesOf(...steps.slice(0, 200), 60, ...steps.slice(200)))).toContain(201);
});

test("two outages close to each other are two gaps", () => {
  expect(gapsIn(timesOf(...many(40, 1), 60, ...many(5, 1), 90, ...many(40, 1)))).toEqual([41, 47]);
});

test("a value without a neighbour to draw a line to is isolated", () => {
  expect(isolatedIn([1, 2, null, 3, null, 4, 5])).toEqual([3]);
  expect(isolatedIn([undefined, 1, undefined])).toEqual([1]);
  expect(isolatedIn([1, undefined, 2])).toEqual([]);
  expect(isolatedIn([1, null, undefined, 2, undefined])).toEqual([0, 3]);
  expect(isolatedIn([null, undefined])).toEqual([]);
});

const level = (times: number[]) => pathsOf(times.map((time): [number, number] => [time, 1]));

test("a sparkline has the gaps of a chart, and its lonely values are dots", () => {
  expect(level([0, 50, 100])).toEqual({ line: "M0.0 12.0L50.0 12.0L100.0 12.0", dots: "" });
  const times = [...timesOf(...many(10, 1)), 60, ...timesOf(...many(10, 1)).map((time) => time + 110)];
  const { line, dots } = level(times);
  expect(line.split("M")).toHaveLength(3);
  expect(dots).toBe("M50.0 12.0h0.01");
  expect(level([7])).toEqual({ line: "", dots: "M50.0 12.0h0.01" });
});

test("a sparkline of the largest values stays in its box", () => {
  expect(
    pathsOf([
      [0, -1.7e308],
      [1, 1.7e308],
    ]).line,
  ).toBe("M0.0 22.0L100.0 2.0");
});
