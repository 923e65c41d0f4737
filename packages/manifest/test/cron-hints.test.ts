import { describe, expect, it } from "vitest";
import { checkSchedule } from "../src/index.ts";

const nextOf = (schedule: string) => checkSchedule(schedule).problems.map(({ next }) => next);

describe("a schedule in the form of another program is answered with what to write", () => {
  it.each([
    [
      "CRON_TZ=Europe/London 0 9 * * *",
      'Write the time zone in "timezone": "Europe/London" and the rest in "schedule": "0 9 * * *".',
    ],
    ["TZ=UTC @daily", 'Write the time zone in "timezone": "UTC" and the rest in "schedule": "@daily".'],
    ["cron_tz=Asia/Tokyo 0 99 * * *", 'Write the time zone in "timezone": "Asia/Tokyo".'],
    ["@every 5m", "Write */5 * * * *, which fires by the clock and not from the bot's start."],
    [
      "@EVERY 90m",
      /^Five fields cannot express every 90m, because each starts again with the next hour, day or month. The nearest is 0 \* \* \* \*\./,
    ],
    ["@every 1m", /^Write \* \* \* \* \*,/],
    ["@every 60s", /^Write \* \* \* \* \*,/],
    ["@every 1h", /^Write 0 \* \* \* \*,/],
    ["@every 60m", /^Write 0 \* \* \* \*,/],
    ["@every 1h60m", /^Write 0 \*\/2 \* \* \*,/],
    ["@every 24h", /^Write 0 0 \* \* \*,/],
    ["@every 7d", /^Write 0 0 \* \* 0,/],
    [
      "@every 7m",
      /^Five fields cannot express every 7m, .* The nearest is \*\/6 \* \* \* \*\. Or write \* \* \* \* \* and let the bot return/,
    ],
    ["@every 5h", /^Five fields cannot express every 5h, .* The nearest is 0 \*\/4 \* \* \*\./],
    ["@every 30s", "A schedule has no seconds. Write * * * * * for every minute, or use a realtime bot."],
    ["@every 90s", "A schedule has no seconds. Write * * * * * for every minute, or use a realtime bot."],
    ["@every 450s", /^A schedule has no seconds\./],
    ["@every", "Write five fields, for instance */5 * * * * for every 5 minutes."],
    ["@reboot", /realtime bot/],
    ["@dayly", /^Use one of: @hourly, @daily,/],
    ["0 9 * * Monday", "Write mon."],
    ["0 9 * * MONDAY-Friday", "Write mon-fri."],
    ["0 9 * January,July *", "Write jan,jul."],
    ["0 9 * sept *", "Write sep."],
    ["0 9 * * Tues,Thursdays", "Write tue,thu."],
    ["0 9 * * Freitag", /^Write \* or numbers from 0 to 7 or SUN to SAT/],
    ["0 */5 * * * *", "There is no field for seconds. Write */5 * * * *."],
    ["30 0 9 * * MON-FRI", "There is no field for seconds. Write 0 9 * * MON-FRI."],
    ["0 0 12 ? * MON 2027", "There is no field for seconds. Write 0 12 * * MON."],
    ["0 12 * * ? *", "There is no field for years. Write 0 12 * * *."],
    ["0 9 * * * 2027", "There is no field for years. Write 0 9 * * *."],
    ["0 9 * * MON 2027-2029", "There is no field for years. Write 0 9 * * MON."],
    ["0 0 9 L * *", "There is no field for seconds. Write the five fields without it."],
    ["0 9 ? * MON", 'Write * instead of "?".'],
    ["0 9 L * *", /^"L" for the last day of a month is not supported. Write 28-31, and let the bot/],
    ["0 9 * * 5L", /^"L" for the last weekday of a month is not supported. Write 5, and let the bot/],
    ["0 9 15W * *", /^"W" for the nearest working day is not supported. Write 1-5 as day of week/],
    [
      "0 9 * * FRI#2",
      /^"#" for the nth weekday of a month is not supported. Write FRI as day of week, and let/,
    ],
    ["H 9 * * *", /^"H" is not supported\./],
  ])("%s", (schedule, next) => {
    expect(nextOf(schedule)).toEqual([typeof next === "string" ? next : expect.stringMatching(next)]);
  });

  it("and what is suggested is accepted", () => {
    for (const unit of ["s", "m", "h", "d", "w"]) {
      for (let count = 1; count <= 60; count += 1) {
        const [next] = nextOf(`@every ${unit === "s" ? count * 30 : count}${unit}`);
        for (const [cron] of next!.matchAll(/[*0]\S* [*0]\S* \* \* [*0]/g)) {
          expect(checkSchedule(cron).problems, next).toEqual([]);
        }
      }
    }
  });
});
