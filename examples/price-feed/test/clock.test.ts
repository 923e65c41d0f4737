import { describe, expect, test } from "vitest";
import { fixedClock, replayClock } from "../src/clock.ts";
import { dateOf } from "../src/moment.ts";

const days = ["2010-01-04", "2010-01-05", "2010-01-06"];
const epoch = Date.parse("2026-01-01T00:00:00Z");

describe("the replay", () => {
  const at = (seconds: number, secondsPerDay = 30) =>
    replayClock(days, secondsPerDay, () => epoch + seconds * 1000)();

  test("stays on each trading day for the configured time", () => {
    expect([0, 29.999, 30, 60].map((s) => at(s))).toEqual([days[0], days[0], days[1], days[2]]);
    expect([at(9, 10), at(10, 10), at(0.5, 0.25)]).toEqual([days[0], days[1], days[2]]);
  });

  test("begins again after the last day", () => {
    expect([60, 90, 120].map((s) => at(s))).toEqual([days[2], days[0], days[1]]);
  });

  test("works before the moment from which days are counted", () => {
    expect(at(-1)).toBe(days[2]);
  });
});

test("a stopped clock always has the same date", () => {
  const clock = fixedClock("2010-05-04");
  expect([clock(), clock()]).toEqual(["2010-05-04", "2010-05-04"]);
});

test.each([
  ["2010-05-04", "2010-05-04"],
  ["2010-05-04T00:00:00Z", "2010-05-04"],
  ["2010-05-04T23:59:59.999Z", "2010-05-04"],
  ["2010-05-04T23:30:00-05:00", "2010-05-05"],
  ["2010-05-04T01:00:00+02:00", "2010-05-03"],
  ["2012-02-29", "2012-02-29"],
  ["2010-02-29", undefined],
  ["2010-02-30T00:00:00Z", undefined],
  ["2010-05-04T25:00:00Z", undefined],
  ["2010-05-04T10:00:00", undefined],
  ["2010-5-4", undefined],
  ["now", undefined],
  ["", undefined],
])("the date of the moment %j is %s", (moment, date) => {
  expect(dateOf(moment)).toBe(date);
});
