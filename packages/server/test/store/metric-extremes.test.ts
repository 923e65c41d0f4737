import { numberOf, readExactJson } from "@botyard/core";
import { expect, test } from "vitest";
import type { MetricRecord } from "../../src/model.ts";
import { Extremes } from "../../src/records/metric-extremes.ts";

test("downsampling keeps the extremes of integers of any length", () => {
  const extremes = new Extremes({ from: 0, to: 1_000, most: 3 });
  const values = ["1", "12345678901234567890", "-12345678901234567890", "2"];
  for (const [i, value] of values.entries()) {
    const time = new Date(i).toISOString();
    const data = readExactJson(`{"x":${value}}`);
    extremes.add({ seq: i, time, bot_id: "bot_1", type: "t", data } as MetricRecord);
  }
  expect(extremes.records().map(({ data }) => numberOf(data.x))).toEqual([
    Number(values[2]),
    Number(values[1]),
    2,
  ]);
});
