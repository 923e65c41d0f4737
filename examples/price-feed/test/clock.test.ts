import { describe, expect, test } from "vitest";
import { fixedClock, replayClock } from "../src/clock.ts";
import { dateOf } from "../src/moment.ts";

const days = ["2010-01-04", "2010-01-05", "2010-01-06"];
const epoch = Date.parse("2026-01-01T00:00:00Z");

describe("the replay", () => {
  const at = (seconds: number, secondsPerDay = 30) =>
    replayClock(days, days[0]!, secondsPerDay, () => epoch + seconds * 1000)().date;

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

describe("the times of the closes", () => {
  const published = (seconds: number, secondsPerDay: number, known = days) => {
    const { publishedAt } = replayClock(days, days[1]!, secondsPerDay, () => epoch + seconds * 1000)();
    return known.map((day) => publishedAt!(day));
  };

  test("begin with the start of the replay, and lie before it for the days before", () => {
    expect(published(0, 30)).toEqual([
      "2025-12-31T23:59:30.000Z",
      "2026-01-01T00:00:00.000Z",
      "2026-01-01T00:00:30.000Z",
    ]);
  });

  test("do not change during a lap, and are later in the next one", () => {
    expect(published(59, 30)).toEqual(published(0, 30));
    expect(published(60, 30)[0]).toBe("2026-01-01T00:00:30.000Z");
  });

  test.each([0.001, 0.0015, 0.7, 2, 86_400 * 365])(
    "increase by the length of a day of %s s, up to the present",
    (secondsPerDay) => {
      const many = Array.from({ length: 500 }, (_, number) => `day ${1000 + number}`);
      for (const passed of [0, 3.14, 28_555_000.123]) {
        const now = epoch + passed * 1000;
        const { date, publishedAt } = replayClock(many, "day 1400", secondsPerDay, () => now)();
        const times = many.slice(0, many.indexOf(date) + 1).map((day) => publishedAt!(day));
        expect(times).toEqual([...new Set(times)].sort());
        expect(Date.parse(times.at(-1)!)).toBeLessThanOrEqual(now);
        expect(Date.parse(times.at(-1)!)).toBeGreaterThan(now - secondsPerDay * 1000 - 1);
      }
    },
  );
});

test("a stopped clock always has the same date, and no times", () => {
  const clock = fixedClock("2010-05-04");
  expect([clock(), clock()]).toEqual([{ date: "2010-05-04" }, { date: "2010-05-04" }]);
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
