import type { MetricRecord } from "@botyard/client/browser";
import { expect, test } from "vitest";
import { numericFields } from "../../src/features/compare/candidates.ts";
import { endsOf, together } from "../../src/features/compare/together.ts";

let seq = 0;
const metric = (second: number, data: Record<string, unknown>, type = "equity"): MetricRecord =>
  ({ seq: ++seq, bot_id: "b", type, time: new Date(second * 1000).toISOString(), data }) as MetricRecord;
const bots = [
  { bot_id: "a", name: "alpha" },
  { bot_id: "b", name: "beta" },
];

test("the sum begins when every bot has a value, and goes on with the last value of each", () => {
  const lines = together(
    bots,
    new Map([
      ["a", [metric(1, { value: 1 }), metric(3, { value: 2 })]],
      ["b", [metric(2, { value: 10 })]],
    ]),
    "value",
  );
  expect(lines.labels).toEqual(["alpha", "beta", "total"]);
  expect(lines.times).toEqual([1, 2, 3]);
  expect(lines.columns.at(-1)).toEqual([null, 11, 12]);
});

test("a bot called total does not take the name of the sum", () => {
  const named = [{ bot_id: "a", name: "total" }, bots[1]!];
  const records = new Map([
    ["a", [metric(1, { value: 1 })]],
    ["b", [metric(1, { value: 1 })]],
  ]);
  expect(together(named, records, "value").labels).toEqual(["total", "beta", "total of all"]);
});

test("values that are no finite numbers are not compared", () => {
  const records = [metric(1, { value: Number.POSITIVE_INFINITY }), metric(2, { value: "5" }), metric(3, {})];
  expect(together(bots, new Map([["a", records]]), "value").labels).toEqual([]);
  expect(endsOf(records, "value")).toBeUndefined();
  expect(numericFields([metric(1, { value: Number.POSITIVE_INFINITY, b: 1 })])).toEqual([
    { type: "equity", field: "b" },
  ]);
});

test("a change is the last value less the first one", () => {
  expect(endsOf([metric(1, { value: 5 }), metric(2, { value: 3 })], "value")).toEqual({
    last: 3,
    change: -2,
  });
});
