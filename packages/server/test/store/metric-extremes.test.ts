import { numberOf, readExactJson } from "@botyard/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Extremes } from "../../src/selection/metric-extremes.ts";

test("downsampling keeps the extremes of integers of any length", () => {
  const extremes = new Extremes<number>();
  const values = ["1", "12345678901234567890", "-12345678901234567890", "2"];
  const data = values.map((value) => readExactJson(`{"x":${value}}`) as Record<string, unknown>);
  for (const [at, read] of data.entries()) extremes.add(at, at, read);
  expect(extremes.kept(3).map((at) => numberOf(data[at]!.x))).toEqual([
    Number(values[2]),
    Number(values[1]),
    2,
  ]);
});

interface Point {
  time: number;
  data: Record<string, number>;
}

/** Mostly in order of time, with gaps, and with fields that are missing at times. */
const points = fc
  .array(
    fc.tuple(
      fc.oneof({ weight: 20, arbitrary: fc.integer({ min: -5, max: 90 }) }, fc.integer({ max: 500_000 })),
      fc.record(
        { a: fc.integer({ min: -20, max: 20 }), b: fc.double({ noNaN: true }) },
        { requiredKeys: [] },
      ),
    ),
    { minLength: 1, maxLength: 300 },
  )
  .map((steps) => {
    let time = 1_700_000_000_000;
    return steps.map(([step, data], at): Point => {
      time += step;
      return { time, data: at === 0 ? { a: 0, b: 0 } : data };
    });
  });

test("however often intervals are widened, each point has a kept one near it that is as low, and one as high", () => {
  fc.assert(
    fc.property(
      points,
      fc.integer({ min: 1, max: 100 }),
      fc.integer({ min: 1, max: 100 }),
      (all, most, intervals) => {
        const extremes = new Extremes<Point>();
        for (const point of all) {
          extremes.add(point, point.time, point.data);
          if (extremes.held > 4 * 8 * intervals) extremes.widen();
        }
        const kept = extremes.kept(most);
        expect(kept.length).toBeLessThanOrEqual(most);
        expect(new Set(kept).size).toBe(kept.length);
        expect(kept).toContain(all.at(-1));
        if (most < 5) return;
        const times = all.map(({ time }) => time);
        const span = Math.max(1, Math.max(...times) - Math.min(...times));
        // Widening stops at intervals of a quarter of the length; they can lie across the end of a longer one.
        const near = span / Math.floor((most - 1) / 4) + span / (2 * intervals) + 1;
        for (const { time, data } of all) {
          for (const [field, value] of Object.entries(data)) {
            const around = kept
              .filter((other) => Math.abs(other.time - time) <= near && field in other.data)
              .map((other) => other.data[field]!);
            expect(Math.min(...around)).toBeLessThanOrEqual(value);
            expect(Math.max(...around)).toBeGreaterThanOrEqual(value);
          }
        }
      },
    ),
  );
});

test("widening leaves about half of what is held", () => {
  const extremes = new Extremes<number>();
  for (let at = 0; at < 1_000; at++) extremes.add(at, at * 1_000, { x: at });
  expect(extremes.held).toBe(2_000);
  extremes.widen();
  expect(extremes.held).toBeLessThanOrEqual(1_004);
  expect(extremes.held).toBeGreaterThan(500);
  expect(extremes.count).toBe(1_000);
});
