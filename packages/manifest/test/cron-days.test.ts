import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkSchedule, nextTicks, ticksBetween } from "../src/index.ts";

const daysOf = (cron: string, count: number) =>
  nextTicks({ cron, timezone: "UTC" }, new Date("2027-01-01T13:00Z"), count).map((tick) =>
    tick.toISOString().slice(5, 10),
  );

describe("a day field that begins with *", () => {
  it.each([
    ["0 12 */2 * 1", ["01-11", "01-25", "02-01", "02-15"]],
    ["0 12 1-7 * */7", ["01-03", "02-07", "03-07", "04-04"]],
    ["0 12 *,13 * 1", ["01-04", "01-11", "01-18", "01-25"]],
    ["0 12 */31 * */2", ["04-01", "05-01", "06-01", "07-01"]],
  ])("restricts the other one: %s", (cron, expected) => {
    expect(daysOf(cron, 4)).toEqual(expected);
  });

  it.each([
    ["0 12 13 * 5", ["01-08", "01-13", "01-15", "01-22"]],
    ["0 12 1-31 * 1", ["01-02", "01-03", "01-04", "01-05"]],
    ["0 12 1-31/10 * 6-7", ["01-02", "01-03", "01-09", "01-10"]],
  ])("is not in %s, where a day matches either", (cron, expected) => {
    expect(daysOf(cron, 4)).toEqual(expected);
  });

  it("can ask for a leap day on one day of the week", () => {
    const [tick] = nextTicks({ cron: "0 0 29 2 */7", timezone: "UTC" }, new Date("2088-03-01"), 1);
    expect(tick!.toISOString().slice(0, 10)).toBe("2128-02-29");
  });

  it("cannot ask for a day that no month has", () => {
    expect(checkSchedule("0 0 31 2 */2").problems.map(({ code }) => code)).toEqual(["schedule.never"]);
    expect(checkSchedule("0 0 31 2 1").problems).toEqual([]);
  });
});

/** What Vixie cron's `entry.c` and `cron.c` do, with ranges that wrap around. */
const vixie = {
  field(text: string, low: number, high: number, names: readonly string[] = []): Set<number> {
    const number = (written: string) => {
      const named = names.indexOf(written.toLowerCase());
      return named < 0 ? Number(written) : named + low;
    };
    const size = names[0] === "sun" ? 7 : high - low + 1;
    const bits = new Set<number>();
    for (const item of text.split(",")) {
      const [range = "", step = "1"] = item.split("/");
      const [first, last = first] = range === "*" ? [`${low}`, `${low + size - 1}`] : range.split("-");
      let left = number(last!) - number(first!);
      if (left < 0) left += size;
      for (let taken = 0; taken <= left; taken += Number(step)) {
        bits.add(((number(first!) + taken - low) % size) + low);
      }
    }
    return bits;
  },
  matcher(cron: string): (at: Date) => boolean {
    const [minute, hour, day, month, weekday] = cron.split(" ") as [string, string, string, string, string];
    const minutes = vixie.field(minute, 0, 59);
    const hours = vixie.field(hour, 0, 23);
    const days = vixie.field(day, 1, 31);
    const ofYear = vixie.field(month, 1, 12, months);
    const ofWeek = vixie.field(weekday, 0, 7, weekdays);
    const starred = day[0] === "*" || weekday[0] === "*";
    return (at) => {
      const onDay = days.has(at.getUTCDate());
      const onWeekday = ofWeek.has(at.getUTCDay());
      const inMonth = ofYear.has(at.getUTCMonth() + 1);
      if (!(inMonth && (starred ? onDay && onWeekday : onDay || onWeekday))) return false;
      return minutes.has(at.getUTCMinutes()) && hours.has(at.getUTCHours());
    };
  },
};

const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** Fields of every form: `*`, steps, numbers, names in any case, ranges in both directions, lists of these. */
function fieldOf(low: number, high: number, names: readonly string[] = []) {
  const value = fc.oneof(
    fc.integer({ min: low, max: high }).map(String),
    ...(names.length > 0
      ? [
          fc.constantFrom(
            ...names,
            ...names.map((name) => name.toUpperCase()),
            names[0]![0]!.toUpperCase() + names[0]!.slice(1),
          ),
        ]
      : []),
  );
  const step = fc.oneof(
    fc.constant(""),
    fc.integer({ min: 1, max: Math.min(6, high - low) }).map((by) => `/${by}`),
  );
  const item = fc.oneof(
    step.map((by) => `*${by}`),
    value,
    fc.tuple(value, value, step).map(([from, to, by]) => `${from}-${to}${by}`),
  );
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant("*") },
    { weight: 5, arbitrary: item },
    fc.array(item, { minLength: 1, maxLength: 3 }).map((items) => items.join()),
  );
}

it("matches the days and times of Vixie cron", () => {
  const crons = fc
    .tuple(
      fc.constantFrom("0", "30"),
      fieldOf(0, 23),
      fieldOf(1, 31),
      fieldOf(1, 12, months),
      fieldOf(0, 7, weekdays),
    )
    .map((parts) => parts.join(" "));
  const start = Date.parse("2027-12-01T00:00Z");
  const half = 1_800_000;
  fc.assert(
    fc.property(crons, fc.integer({ min: 0, max: 700 }), (cron, day) => {
      const from = start + day * 86_400_000;
      const expected = [...Array(60 * 48).keys()]
        .map((at) => new Date(from + at * half))
        .filter(vixie.matcher(cron));
      if (checkSchedule(cron).problems.some(({ code }) => code === "schedule.never")) {
        expect(expected, cron).toEqual([]);
        return;
      }
      const to = new Date(from + 60 * 48 * half - 1);
      expect(ticksBetween({ cron, timezone: "UTC" }, new Date(from - 1), to, 10_000), cron).toEqual(expected);
    }),
    { numRuns: 300 },
  );
});
