import { expect, test } from "vitest";
import { dataTime } from "../src/timestamp.ts";

test.each([
  ["2026-11-20T14:30:00Z", "2026-11-20T14:30:00.000Z"],
  ["2026-11-20T15:30:00.1234+01:00", "2026-11-20T14:30:00.123Z"],
  ["2026-11-20", "2026-11-20T00:00:00.000Z"],
  [1_795_185_000, "2026-11-20T14:30:00.000Z"],
  [1_795_185_000_123, "2026-11-20T14:30:00.123Z"],
])("data with the time %j belongs to %s", (time, moment) => {
  expect(dataTime({ value: 1, time })).toBe(moment);
});

test.each([
  [undefined],
  [null],
  [""],
  ["soon"],
  ["2026-02-30"],
  ["2026-11-20T14:30:00"],
  ["14:30"],
  [0.35],
  [1_500],
  [-1],
  [{}],
  [["2026-11-20"]],
])("data with the time %j says no moment", (time) => {
  expect(dataTime({ value: 1, time })).toBeUndefined();
});
