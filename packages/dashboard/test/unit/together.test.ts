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
    { hasTotal: true },
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
  expect(together(named, records, "value", { hasTotal: true }).labels).toEqual([
    "total",
    "beta",
    "total of all",
  ]);
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

test("values are compared without their sum, and in percent of the first one that is not zero", () => {
  const records = new Map([
    ["a", [metric(1, { value: 0 }), metric(2, { value: 50 }), metric(3, { value: 60 })]],
    ["b", [metric(1, { value: -4 }), metric(3, { value: -3 })]],
  ]);
  expect(together(bots, records, "value").labels).toEqual(["alpha", "beta"]);
  const { labels, columns } = together(bots, records, "value", { inPercent: true, hasTotal: true });
  expect(labels).toEqual(["alpha", "beta"]);
  expect(columns[0]).toEqual([0, 0, 20]);
  expect([columns[1]![0], columns[1]![2]]).toEqual([0, 25]);
});

test("values are compared at the time that their data says", () => {
  const at = (second: number) => new Date(second * 1000).toISOString();
  const records = [metric(9, { value: 2, time: at(2) }), metric(9, { value: 1, time: at(1) })];
  expect(together(bots, new Map([["a", records]]), "value")).toMatchObject({
    times: [1, 2],
    columns: [[1, 2]],
  });
  expect(endsOf(records, "value")).toEqual({ last: 2, change: 1 });
});
