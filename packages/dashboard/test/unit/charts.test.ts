import type { MetricRecord } from "@botyard/client/browser";
import { expect, test } from "vitest";
import { planCharts } from "../../src/features/metrics/charts.ts";

let seq = 0;
const metric = (type: string, second: number, data: Record<string, unknown>): MetricRecord =>
  ({ seq: ++seq, bot_id: "bot_1", type, time: new Date(second * 1000).toISOString(), data }) as MetricRecord;

test("prices and averages of a symbol share a chart, with its signals as markers", () => {
  const [plan, ...others] = planCharts([
    metric("tick", 1, { symbol: "A", price: 10 }),
    metric("sma", 1, { symbol: "A", value: 9 }),
    metric("signals", 2, { type: "sell", symbol: "A", price: 11, confidence: 0.5, reason: "crossed" }),
  ]);
  expect(others).toEqual([]);
  expect(plan?.series.map(({ label }) => label)).toEqual(["price", "sma"]);
  expect(plan?.markers).toEqual([
    { x: 2, y: 11, kind: "sell", text: "SELL at 11 · crossed · confidence 0.5" },
  ]);
});

test("signals without a price line are on the line of their own prices", () => {
  const [plan] = planCharts([metric("signals", 1, { side: "BUY", symbol: "B", price: 5 })]);
  expect([plan?.title, plan?.series[0]?.label, plan?.markers.length]).toEqual(["B", "signal price", 1]);
});

test("two prices of one name are told apart by their types", () => {
  const [plan] = planCharts([
    metric("trade", 1, { symbol: "A", price: 1 }),
    metric("quote", 1, { symbol: "A", price: 2 }),
  ]);
  expect(plan?.series.map(({ label }) => label)).toEqual(["price", "quote.price"]);
});

test("fields that never change are facts, unless there is nothing else to draw", () => {
  const changing = [1, 2, 3].map((at) => metric("pnl", at, { value: at, period: 20 }));
  expect(planCharts(changing)[0]).toMatchObject({ facts: [["period", 20]], series: [{ label: "value" }] });
  const still = [1, 2, 3].map((at) => metric("equity", at, { value: 1000 }));
  expect(planCharts(still)[0]).toMatchObject({ facts: [], series: [{ label: "value" }] });
});

test("what is no finite number is not drawn", () => {
  expect(planCharts([metric("x", 1, { a: Number.POSITIVE_INFINITY, b: "NaN", c: true, d: null })])).toEqual(
    [],
  );
});

test("values of another size have the right axis", () => {
  const [plan] = planCharts([metric("x", 1, { equity: 1000, ratio: 0.5 })]);
  expect(plan?.series.map(({ scale }) => scale)).toEqual(["left", "right"]);
});

test("a symbol and a type of the same name are two charts", () => {
  const plans = planCharts([metric("A", 1, { size: 1 }), metric("tick", 1, { symbol: "A", price: 1 })]);
  expect(new Set(plans.map(({ id }) => id)).size).toBe(2);
});

test("values lie at the time that their data says, and signals on the line at their own time", () => {
  const iso = (second: number) => new Date(second * 1000).toISOString();
  const [plan, ...others] = planCharts([
    metric("price", 1_000, { symbol: "A", value: 12, time: iso(30) }),
    metric("price", 1_000, { symbol: "A", value: 10, time: iso(10) }),
    metric("signal", 1_000, { symbol: "A", type: "BUY", price: 11, time: iso(20) }),
    metric("price", 1_000, { symbol: "A", value: 11, time: iso(20) }),
    metric("price", 40, { symbol: "A", value: 13 }),
  ]);
  expect(others).toEqual([]);
  expect(plan?.series.map(({ label }) => label)).toEqual(["price"]);
  expect(plan?.times).toEqual([10, 20, 30, 40]);
  expect(plan?.columns).toEqual([[10, 11, 12, 13]]);
  expect(plan?.markers).toMatchObject([{ x: 20, y: 11, kind: "buy" }]);
});

test("a number that is a time has no line of its own, and a duration has one", () => {
  const labels = (time: number) =>
    planCharts([metric("x", 1, { value: 1, time }), metric("x", 2, { value: 2, time: time + 1 })]).map(
      ({ series }) => series.map(({ label }) => label),
    );
  expect(labels(1_795_185_000)).toEqual([["value"]]);
  expect(labels(0.25)).toEqual([["value", "time"]]);
});
