import { expect, test } from "vitest";
import { readUnreadableMetric } from "../src/index.ts";

test.each([
  ['{"_metric":"price","timestamp":"2026-11-20T14:30:00.123Z","data":{"value":NaN}}', "value", "NaN"],
  ['{"_metric": "price", "a": 1, "ratio": -Infinity, "b": NaN}', "ratio", "-Infinity"],
  ['{"_metric":"price","x":Infinity}', "x", "Infinity"],
  ['{"_metric":"price","x":nan}', "x", "nan"],
  ['{"_metric":"price","x":-inf}', "x", "-inf"],
  ['{"_metric":"price","data":{"list":[1,NaN]}}', "list", "NaN"],
  ['{"note":"NaN \\" {","_metric":"price","x":NaN}', "x", "NaN"],
])("%s is a metric but for one number [MET-16]", (line, key, value) => {
  expect(readUnreadableMetric(line)).toEqual({ type: "price", key, value });
});

test.each([
  '{"_metric":"price","value":1}',
  '{"_metric":"price","value":1,}',
  '{"_metric":"price","value":NaN',
  '{"_metric":"price","value":NaN}}',
  '{"_metric":5,"value":NaN}',
  '{"price":NaN}',
  '{"_metric":"price","value":NaNo}',
  '{"_metric":"price","value":"NaN"',
])("%s is not [MET-16]", (line) => {
  expect(readUnreadableMetric(line)).toBeUndefined();
});

test("a long line is read in little time", () => {
  for (const part of ['"', '\\"', "NaN,", '"\\']) {
    const started = performance.now();
    readUnreadableMetric(`{"_metric":"x","a":"${part.repeat(65_536 / part.length)}`);
    expect(performance.now() - started).toBeLessThan(1_000);
  }
});
