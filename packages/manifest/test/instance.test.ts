import { describe, expect, it } from "vitest";
import { checkInstance, checkInstanceFile, formatProblem, splitType } from "../src/index.ts";

const scheduled = {
  name: "morning crossover",
  type: "scheduled/crossover",
  version: "^1.0.0",
  schedule: "30 9 * * MON-FRI",
  timezone: "America/New_York",
  catch_up: "last",
  timeout_seconds: 60,
  config: { symbol: "AAPL" },
};
const realtime = { name: "r", type: "realtime/crossover", version: "latest", config: {} };

const lines = (value: unknown) => checkInstance(value).problems.map(formatProblem);
const codes = (value: unknown) =>
  checkInstance(value).problems.map((problem) => `${problem.code} ${problem.pointer}`);
const without = (value: object, field: string) =>
  Object.fromEntries(Object.entries(value).filter(([key]) => key !== field));

describe("an instance configuration", () => {
  it("is returned unchanged when it is valid", () => {
    expect(checkInstance(scheduled)).toEqual({ instance: scheduled, problems: [] });
    expect(checkInstance(realtime)).toEqual({ instance: realtime, problems: [] });
  });

  it("has every problem reported at once", () => {
    expect(
      lines({
        name: " x",
        type: "schedule/x",
        verion: "1.0.0",
        timeout_seconds: 0,
        config: [],
        catch_up: "all",
      }),
    ).toEqual([
      'instance error Unknown field "verion". Did you mean "version"?',
      'instance error The type "schedule/x" is not <execution model>/<custom bot>. Did you mean "scheduled"?',
      'instance error The name " x" is invalid: use at most 100 characters on one line, without invisible characters, and without spaces at either end. Choose another name.',
      'instance error The version of the custom bot is missing. Write the version to deploy, for instance "version": "1.0.0", a range such as "^1.0.0", or "latest".',
      'instance error "catch_up" is "all"; it must be "none" or "last". Use one of: none, last.',
      'instance error "timeout_seconds" is 0; it must be an integer from 1 to 86400. For instance: "timeout_seconds": 300.',
      'instance error "config" is a list, not an object. Write the bot\'s settings, or "config": {} for the defaults.',
    ]);
  });

  it.each(["name", "type", "config"])("requires %s", (field) => {
    expect(codes(without(realtime, field))).toEqual([`instance.missing_field /${field}`]);
  });

  it("without a version has a separate code", () => {
    for (const version of [undefined, null, ""])
      expect(codes({ ...realtime, version })).toEqual(["version_required /version"]);
    expect(codes({ ...realtime, version: "newest" })).toEqual(["instance.invalid_version /version"]);
    expect(codes({ ...realtime, version: 1.1 })).toEqual(["instance.wrong_type /version"]);
  });

  it("requires a schedule for a scheduled bot and rejects one for a realtime bot", () => {
    expect(codes(without(scheduled, "schedule"))).toEqual(["instance.missing_field /schedule"]);
    expect(codes({ ...realtime, schedule: "@daily", timezone: "UTC", timeout_seconds: 5 })).toEqual([
      "instance.scheduled_only /schedule",
      "instance.scheduled_only /timezone",
      "instance.scheduled_only /timeout_seconds",
    ]);
  });

  it("has its schedule and time zone checked", () => {
    expect(codes({ ...scheduled, schedule: "0 9 31 2 *", timezone: "Mars/Olympus" })).toEqual([
      "schedule.never /schedule",
      "schedule.unknown_timezone /timezone",
    ]);
  });

  it("is rejected when its config is larger than 100 KiB", () => {
    expect(codes({ ...realtime, config: { a: "x".repeat(100 * 1024) } })).toEqual([
      "instance.config_too_large /config",
    ]);
  });

  it("in a file has problems reported with line and column", () => {
    const text = `{
  "name": "a", "type": "scheduled/x", "version": "1.0.0",
  "schedule": "0 9 * *",
  "confg": {}
}`;
    expect(
      checkInstanceFile(text, "my.json").problems.map((problem) => [
        problem.line,
        problem.column,
        problem.code,
      ]),
    ).toEqual([
      [4, 3, "instance.unknown_field"],
      [1, 1, "instance.missing_field"],
      [3, 15, "schedule.field_count"],
    ]);
    expect(checkInstanceFile("{", "my.json").problems[0]).toMatchObject({
      code: "instance.invalid_json",
      file: "my.json",
    });
    expect(checkInstanceFile(JSON.stringify(realtime), "my.json").instance).toEqual(realtime);
  });

  it("in a file must not contain a number that would be rounded", () => {
    const config = `{"a": [9007199254740993, 1.10], "b": {"api_key": 12345678901234567890}, "c": 0.30000000000000004}`;
    const text = `{"name": "a", "type": "realtime/x", "version": "1.0.0",\n"config": ${config}}`;
    const { instance, problems } = checkInstanceFile(text, "my.json");
    expect(instance).toBeUndefined();
    expect(problems).toMatchObject([
      {
        ...{ code: "instance.long_number", pointer: "/config/a/0", line: 2, column: 18, severity: "error" },
        message: '"config.a.0" is 9007199254740993, which would be rounded to 9007199254740992.',
      },
      {
        ...{ code: "instance.long_number", pointer: "/config/b/api_key", line: 2, column: 60 },
        message: '"config.b.api_key" has more digits than a double can represent.',
      },
    ]);
  });

  it("may have extra fields that start with x-", () => {
    expect(codes({ ...realtime, "x-ticket": 7 })).toEqual([]);
  });

  it.each(["text", null, [], 7])("is rejected when it is %j", (value) => {
    expect(codes(value)).toEqual(["instance.not_an_object "]);
  });
});

describe("an instance's type", () => {
  it("is the execution model and the custom bot's name", () => {
    expect(splitType("scheduled/my-bot")).toEqual({ model: "scheduled", customBot: "my-bot" });
    expect(splitType("realtime/a")).toEqual({ model: "realtime", customBot: "a" });
    for (const bad of ["my-bot", "scheduled/", "cron/my-bot", "realtime/My", "realtime/a/b", "/a", ""]) {
      expect(splitType(bad), bad).toBeUndefined();
    }
  });
});
