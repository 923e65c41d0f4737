import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkSchedule, nextTicks, ticksBetween } from "../src/index.ts";

const iso = (ticks: Date[]) => ticks.map((tick) => tick.toISOString().slice(0, 16));

/** All ticks of the UTC days from `from` to `to`, both inclusive. */
const ticks = (timezone: string, cron: string, from: string, to: string) =>
  iso(ticksBetween({ cron, timezone }, new Date(Date.parse(from) - 1), new Date(`${to}T23:59:59Z`), 10_000));

describe("a schedule when the clock is changed", () => {
  it.each([
    ["New York leaves 02:30 out", "America/New_York", "30 2 * * *", "2027-03-14", ["2027-03-14T07:00"]],
    ["New York has 01:30 twice", "America/New_York", "30 1 * * *", "2027-11-07", ["2027-11-07T05:30"]],
    ["London leaves 01:30 out", "Europe/London", "30 1 * * *", "2027-03-28", ["2027-03-28T01:00"]],
    ["London has 01:30 twice", "Europe/London", "30 1 * * *", "2027-10-31", ["2027-10-31T00:30"]],
    [
      "Lord Howe has half an hour twice",
      "Australia/Lord_Howe",
      "45 1 * * *",
      "2027-04-03",
      ["2027-04-03T14:45"],
    ],
    [
      "Gaza leaves 02:30 out, at midnight UTC",
      "Asia/Gaza",
      "30 2 * * *",
      "2025-04-12",
      ["2025-04-12T00:00", "2025-04-12T23:30"],
    ],
    [
      "Jerusalem leaves 02:30 out, at midnight UTC",
      "Asia/Jerusalem",
      "30 2 * * *",
      "2023-03-24",
      ["2023-03-24T00:00", "2023-03-24T23:30"],
    ],
    ["Kolkata never changes", "Asia/Kolkata", "30 9 * * *", "2027-03-14", ["2027-03-14T04:00"]],
    [
      "a list of minutes in the gap fires once",
      "America/New_York",
      "15,45 2 * * *",
      "2027-03-14",
      ["2027-03-14T07:00"],
    ],
    [
      "a list of hours around the gap fires for each once",
      "America/New_York",
      "0 1,2,3 * * *",
      "2027-03-14",
      ["2027-03-14T06:00", "2027-03-14T07:00"],
    ],
    [
      "a list of minutes in the hour that comes twice fires in the first",
      "America/New_York",
      "15,45 1 * * *",
      "2027-11-07",
      ["2027-11-07T05:15", "2027-11-07T05:45"],
    ],
    [
      "an hourly step leaves the gap out",
      "America/New_York",
      "30 */2 * * *",
      "2027-03-14",
      ["01:30", "03:30", "05:30", "08:30", "10:30", "12:30", "14:30", "16:30", "18:30", "20:30", "22:30"].map(
        (time) => `2027-03-14T${time}`,
      ),
    ],
  ])("%s", (_, timezone, cron, day, expected) => {
    expect(ticks(timezone, cron, day, day)).toEqual(expected);
  });

  it("of every half hour skips and repeats no tick", () => {
    const half = ticks("America/New_York", "*/30 * * * *", "2027-11-07", "2027-11-07");
    expect(half.slice(8, 15)).toEqual(
      ["04:00", "04:30", "05:00", "05:30", "06:00", "06:30", "07:00"].map((time) => `2027-11-07T${time}`),
    );
    expect(half).toHaveLength(48);
    expect(ticks("America/New_York", "*/30 * * * *", "2027-03-14", "2027-03-14")).toHaveLength(48);
  });

  it("continues after a whole day that was skipped", () => {
    expect(ticks("Pacific/Apia", "0 9 * * *", "2011-12-29", "2011-12-31")).toEqual([
      "2011-12-29T19:00",
      "2011-12-30T10:00",
      "2011-12-30T19:00",
      "2011-12-31T19:00",
    ]);
  });

  it("matches a simulation that reads the wall clock every minute", () => {
    const changes = [
      ["America/New_York", "2027-03-14"],
      ["America/New_York", "2027-11-07"],
      ["Europe/London", "2027-03-28"],
      ["Europe/London", "2027-10-31"],
      ["Australia/Lord_Howe", "2027-04-03"],
      ["Australia/Lord_Howe", "2027-10-02"],
      ["America/Santiago", "2027-09-05"],
      ["Africa/Cairo", "2027-04-30"],
      ["Asia/Kolkata", "2027-04-30"],
    ] as const;
    const minutes = fc.constantFrom("0", "30", "15,45", "*", "*/20", "0-59/30", "5-7");
    const hours = fc.constantFrom("0", "1", "2", "3", "*", "*/2", "1,2", "0-3", "2-4/2", "0-23", "23");
    const walls = new Map(changes.map((change) => [change.join(), readWall(change[0], change[1])]));
    fc.assert(
      fc.property(fc.constantFrom(...changes), minutes, hours, ([timezone, day], minute, hour) => {
        const { from, to, readings } = walls.get(`${timezone},${day}`)!;
        const found = ticksBetween({ cron: `${minute} ${hour} * * *`, timezone }, from, to, 5000);
        expect(iso(found).join(" ")).toBe(iso(walk(readings, from, minute, hour)).join(" "));
      }),
      { numRuns: 150 },
    );
  });

  it("always moves forward", () => {
    const zones = fc.constantFrom(
      "America/New_York",
      "Europe/London",
      "Australia/Lord_Howe",
      "Pacific/Apia",
      "UTC",
    );
    const part = (low: number, high: number) =>
      fc.oneof(
        fc.constant("*"),
        fc.integer({ min: low, max: high }).map(String),
        fc.integer({ min: 1, max: high - low }).map((step) => `*/${step}`),
        fc
          .uniqueArray(fc.integer({ min: low, max: high }), { minLength: 1, maxLength: 4 })
          .map((list) => list.join()),
      );
    const crons = fc
      .tuple(part(0, 59), part(0, 23), part(1, 28), part(1, 12), part(0, 7))
      .map((parts) => parts.join(" "));
    const starts = fc.date({ min: new Date("2011-12-01"), max: new Date("2040-01-01"), noInvalidDate: true });
    fc.assert(
      fc.property(zones, crons, starts, (timezone, cron, start) => {
        const found = nextTicks({ cron, timezone }, start, 20).map(Number);
        const all = [start.getTime(), ...found];
        expect(found).toHaveLength(20);
        for (const [index, tick] of found.entries()) expect(tick).toBeGreaterThan(all[index]!);
        // Starting from any tick gives the same next tick.
        expect(nextTicks({ cron, timezone }, new Date(found[9]!), 1).map(Number)).toEqual([found[10]]);
        expect(ticksBetween({ cron, timezone }, start, new Date(found[19]!), 100).map(Number)).toEqual(found);
      }),
      { numRuns: 150 },
    );
  });
});

describe("a schedule", () => {
  it("handles leap days, short months, and day of month or day of week", () => {
    expect(iso(nextTicks({ cron: "0 0 29 2 *", timezone: "UTC" }, new Date("2027-01-01"), 1))).toEqual([
      "2028-02-29T00:00",
    ]);
    expect(iso(nextTicks({ cron: "0 0 29 2 *", timezone: "UTC" }, new Date("2096-03-01"), 1))).toEqual([
      "2104-02-29T00:00",
    ]);
    const months = nextTicks({ cron: "0 0 31 * *", timezone: "UTC" }, new Date("2027-01-01"), 7);
    expect(months.map((tick) => tick.getUTCMonth() + 1)).toEqual([1, 3, 5, 7, 8, 10, 12]);
    const days = nextTicks({ cron: "0 12 13 * 5", timezone: "UTC" }, new Date("2027-01-01T13:00Z"), 4);
    expect(days.map((tick) => tick.getUTCDate())).toEqual([8, 13, 15, 22]);
  });

  it.each([
    ["@hourly", "0 * * * *"],
    ["@daily", "0 0 * * *"],
    ["@midnight", "0 0 * * *"],
    ["@weekly", "0 0 * * 0"],
    ["@monthly", "0 0 1 * *"],
    ["@yearly", "0 0 1 1 *"],
    ["@annually", "0 0 1 1 *"],
    ["0 9 * * MON-FRI", "0 9 * * 1-5"],
    ["0 9 * jan,Dec sun", "0 9 * 1,12 0"],
    ["0 9 * * 5-7", "0 9 * * 0,5,6"],
    ["0 9 * * fri-sun", "0 9 * * 0,5,6"],
    ["0 9 * * FRI-Mon", "0 9 * * 0,1,5,6"],
    ["0 9 * * sat-tue/2", "0 9 * * 6,1"],
    ["0 9 * * 7-2", "0 9 * * 0,1,2"],
    ["0 9 * * 0-7", "0 9 * * *"],
    ["0 9 * * wed,sat-sun", "0 9 * * 0,3,6"],
    ["0 22-2 * * *", "0 0,1,2,22,23 * * *"],
    ["0 21-3/2,12 * * *", "0 1,3,12,21,23 * * *"],
    ["0 9 1 nov-feb *", "0 9 1 1,2,11,12 *"],
    ["50-10/5 9 * * *", "0,5,10,50,55 9 * * *"],
    ["0 9 30-2 * *", "0 9 1,2,30,31 * *"],
    ["  0\t9  * * * ", "0 9 * * *"],
  ])("%s is the same as %s", (written, same) => {
    expect(checkSchedule(written).problems).toEqual([]);
    const after = new Date("2027-06-15T10:20:30Z");
    const expected = nextTicks({ cron: same, timezone: "UTC" }, after, 12);
    expect(nextTicks({ cron: written, timezone: "UTC" }, after, 12)).toEqual(expected);
  });

  it.each([
    ["0 0 9 * * *", "schedule.field_count"],
    ["0 9 * *", "schedule.field_count"],
    ["", "schedule.field_count"],
    ["@reboot", "schedule.unknown_shortcut"],
    ["@dayly", "schedule.unknown_shortcut"],
    ["60 * * * *", "schedule.invalid_field"],
    ["* 24 * * *", "schedule.invalid_field"],
    ["* * 0 * *", "schedule.invalid_field"],
    ["* * 32 * *", "schedule.invalid_field"],
    ["* * * 13 *", "schedule.invalid_field"],
    ["* * * * 8", "schedule.invalid_field"],
    ["*/0 * * * *", "schedule.invalid_field"],
    ["*/61 * * * *", "schedule.invalid_field"],
    ["5/10 * * * *", "schedule.invalid_field"],
    ["1,,2 * * * *", "schedule.invalid_field"],
    ["? * * * *", "schedule.invalid_field"],
    ["0 0 L * *", "schedule.invalid_field"],
    ["0 0 * * FRI#2", "schedule.invalid_field"],
    ["0 0 * * FREITAG", "schedule.invalid_field"],
    ["-1 * * * *", "schedule.invalid_field"],
    ["1e1 * * * *", "schedule.invalid_field"],
    ["0 9 31 2 *", "schedule.never"],
    ["0 9 30,31 feb *", "schedule.never"],
    ["0 9 31 4,6,9,11 *", "schedule.never"],
    ["x".repeat(300), "schedule.invalid"],
  ])("%j is rejected as %s", (cron, code) => {
    const { schedule, problems } = checkSchedule(cron);
    expect(schedule).toBeUndefined();
    expect(problems.map((problem) => problem.code)).toEqual([code]);
    expect(() => nextTicks({ cron, timezone: "UTC" }, new Date(), 1)).toThrow(RangeError);
  });

  it("with two invalid fields and an unknown time zone has all three reported", () => {
    const { problems } = checkSchedule("61 25 * * *", "Europe/Lundon");
    expect(problems.map((problem) => problem.message)).toEqual([
      'The minute "61" is invalid.',
      'The hour "25" is invalid.',
      'Unknown time zone "Europe/Lundon".',
    ]);
    expect(problems[2]!.next).toBe('Did you mean "Europe/London"?');
    expect(checkSchedule("@daily", "+02:00").problems).toHaveLength(1);
  });

  it("gives at most the requested number of ticks", () => {
    const from = new Date("2027-01-01T00:00:00Z");
    const to = new Date("2027-01-01T01:00:00Z");
    const every = { cron: "*/15 * * * *", timezone: "UTC" };
    expect(iso(ticksBetween(every, from, to, 10))).toEqual(
      ["00:15", "00:30", "00:45", "01:00"].map((time) => `2027-01-01T${time}`),
    );
    expect(ticksBetween(every, from, to, 2)).toHaveLength(2);
    expect(ticksBetween(every, to, from, 10)).toEqual([]);
    expect(iso(nextTicks(every, new Date("2027-01-01T00:14:59.999Z"), 1))).toEqual(["2027-01-01T00:15"]);
    expect(iso(nextTicks(every, new Date("2027-01-01T00:15:00.001Z"), 1))).toEqual(["2027-01-01T00:30"]);
  });
});

type Reading = { instant: number; shows: number };

/** Reads the wall clock at every minute around a UTC day, and for half a day before. */
function readWall(timezone: string, day: string): { from: Date; to: Date; readings: Reading[] } {
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone: timezone,
    dateStyle: "short",
    timeStyle: "medium",
    hourCycle: "h23",
  });
  const from = new Date(Date.parse(day) - 6 * 3_600_000);
  const to = new Date(Date.parse(day) + 30 * 3_600_000);
  const readings: Reading[] = [];
  for (let instant = from.getTime() - 43_200_000; instant <= to.getTime(); instant += 60_000) {
    readings.push({ instant, shows: Date.parse(`${format.format(instant).replace(", ", "T")}Z`) });
  }
  return { from, to, readings };
}

/** Simulates the rule: looks at the clock every minute and remembers the latest time seen. */
function walk(readings: Reading[], from: Date, minute: string, hour: string): Date[] {
  const minutes = valuesOf(minute, 59);
  const hours = valuesOf(hour, 23);
  const fits = (shows: number) => {
    const at = new Date(shows);
    return minutes.has(at.getUTCMinutes()) && hours.has(at.getUTCHours());
  };
  const everyHour = hour.startsWith("*") || hours.size === 24;
  const found: Date[] = [];
  let latest = readings[0]!.shows;
  for (const { instant, shows } of readings.slice(1)) {
    let fires = fits(shows);
    if (!everyHour) {
      if (shows <= latest) fires = false;
      for (let skipped = latest + 60_000; skipped < shows; skipped += 60_000) fires ||= fits(skipped);
    }
    latest = Math.max(latest, shows);
    if (fires && instant > from.getTime()) found.push(new Date(instant));
  }
  return found;
}

function valuesOf(field: string, high: number): Set<number> {
  const values = new Set<number>();
  for (const item of field.split(",")) {
    const [range, step] = item.split("/");
    const [low, top] = range === "*" ? [0, high] : range!.split("-").map(Number);
    for (let value = low!; value <= (top ?? low!); value += Number(step ?? 1)) values.add(value);
  }
  return values;
}
