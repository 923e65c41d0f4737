import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { logLine, metricLine, readLine } from "../src/index.ts";

const now = new Date("2026-11-20T14:30:00.123Z");
const code = (code: string) => expect.objectContaining({ code });

describe("a metric", () => {
  test("is one line with type, time and data [MET-1] [MET-3]", () => {
    expect(metricLine("price", { symbol: "AAPL", value: 187.5 }, now)).toBe(
      '{"_metric":"price","timestamp":"2026-11-20T14:30:00.123Z","data":{"symbol":"AAPL","value":187.5}}',
    );
  });

  test("keeps the caller's data apart from its own keys, and the platform reads it back whole [MET-4] [MET-7]", () => {
    const data = { _metric: "x", timestamp: 1, type: "BUY", data: { a: 1 }, "line\nfeed": null };
    const line = metricLine("sig\nnal", data, now);
    expect(line).not.toContain("\n");
    expect(readLine(line, "stdout")).toEqual({
      kind: "metric",
      type: "sig\nnal",
      data,
      timestamp: now.toISOString(),
    });
  });

  test.each([[""], [5], [undefined], [null]])(
    "of type %j is refused before its data is checked [MET-2]",
    (type) => {
      expect(() => metricLine(type, 1, now)).toThrow(code("metric.invalid_type"));
    },
  );

  test.each([
    [[1], "got an array"],
    [null, "got null"],
    ["x", "got a string"],
    [5, "got a number"],
    [true, "got a boolean"],
    [undefined, "got undefined"],
    [new Date(0), "got a string"],
    [{ a: Symbol() }, "a is a symbol"],
  ])("with data that is not an object is refused: %#", (data, reason) => {
    expect(() => metricLine("m", data, now)).toThrow(code("metric.invalid_data"));
    expect(() => metricLine("m", data, now)).toThrow(
      `the data of metric "m" must be a JSON object: ${reason}`,
    );
  });

  test("of 65,536 bytes is accepted; one of 65,537 bytes is refused with its size [MET-12]", () => {
    const spare = 65_536 - metricLine("m", { x: "" }, now).length;
    expect(metricLine("m", { x: "x".repeat(spare) }, now)).toHaveLength(65_536);
    expect(() => metricLine("m", { x: `${"x".repeat(spare - 1)}é` }, now)).toThrow(
      'metric "m" is 65537 bytes as one line of JSON, more than 65536',
    );
  });
});

describe("a log line", () => {
  test("has level, time, message and, if given, data [LOG-1] [LOG-2]", () => {
    const start = '{"level":"warn","timestamp":"2026-11-20T14:30:00.123Z","message":"low\\n"';
    expect(logLine("warn", "low\n", undefined, now)).toBe(`${start}}`);
    expect(logLine("warn", "low\n", null, now)).toBe(`${start}}`);
    expect(logLine("warn", "low\n", {}, now)).toBe(`${start},"data":{}}`);
  });

  test("is refused if the message is not a string, then if data is not an object [LOG-2]", () => {
    expect(() => logLine("info", 5, [], now)).toThrow("a log message must be a string, got a number");
    expect(() => logLine("info", "m", [], now)).toThrow(code("log.invalid_data"));
  });
});

describe("the platform", () => {
  const log = (text: string, stream: "stdout" | "stderr" = "stdout") => readLine(text, stream);

  test.each([
    "plain",
    "",
    "{not json",
    "[1]",
    '"x"',
    "{}x",
    '{"a":1e999}',
    '{"a":"\\ud800"}',
    "\ufeff{}",
    "a\r",
    "\u0000",
  ])("reads %j as text, error on standard error and info on standard output [LOG-6] [LOG-11]", (text) => {
    expect(log(text)).toEqual({ kind: "log", level: "info", message: text, fields: {} });
    expect(log(text, "stderr")).toEqual({ kind: "log", level: "error", message: text, fields: {} });
  });

  test("can read whatever a bot writes", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => void log(`{"${text}`)));
    fc.assert(fc.property(fc.json(), (text) => void log(text)));
  });

  test("reads the flat form of any JSON logger as a metric [MET-8]", () => {
    expect(
      log(' \t{"_metric":"price","level":30,"value":1,"timestamp":"2026-11-20T15:30:00+01:00"}\r', "stderr"),
    ).toEqual({
      kind: "metric",
      type: "price",
      data: { level: 30, value: 1 },
      timestamp: "2026-11-20T14:30:00.000Z",
    });
    expect(log('{"_metric":"m","data":[1],"time":5}')).toEqual({
      kind: "metric",
      type: "m",
      data: { data: [1], time: 5 },
    });
  });

  test("ignores other keys next to an object `data` and discards an invalid time [MET-7] [MET-11]", () => {
    expect(log('{"_metric":"m","data":{"a":1},"x":2,"timestamp":"noon"}')).toEqual({
      kind: "metric",
      type: "m",
      data: { a: 1 },
    });
  });

  test.each(['{"_metric":"","a":1}', '{"_metric":5,"a":1}', '{"_metric":null,"a":1}'])(
    "reads %s as a log record [MET-10]",
    (line) => {
      expect(log(line)).toMatchObject({ kind: "log", fields: { a: 1, _metric: JSON.parse(line)._metric } });
    },
  );

  test("reads what log writes, with its data as a field [LOG-10]", () => {
    expect(log(logLine("debug", "m", { a: 1 }, now), "stderr")).toEqual({
      kind: "log",
      level: "debug",
      message: "m",
      fields: { data: { a: 1 } },
      timestamp: now.toISOString(),
    });
  });

  test.each([
    ['"level":"WARNING"', "warn"],
    ['"level":"Information"', "info"],
    ['"severity":"CRITICAL"', "error"],
    ['"lvl":"trace"', "debug"],
    ['"level":"fatal"', "error"],
    ['"level":10', "debug"],
    ['"level":20', "debug"],
    ['"level":30', "info"],
    ['"level":40', "warn"],
    ['"level":50', "error"],
    ['"level":60', "error"],
    ['"level":"loud","severity":"debug"', "debug"],
  ])("reads %s as %s [LOG-7]", (field, level) => {
    expect(log(`{${field},"msg":"m"}`, "stderr")).toMatchObject({ level, message: "m" });
  });

  test("keeps keys that it does not recognise as fields [LOG-7] [LOG-8] [LOG-9] [LOG-10]", () => {
    expect(log('{"level":"loud","time":"noon","message":5,"msg":"m","ts":1763734500,"__proto__":1}')).toEqual(
      {
        kind: "log",
        level: "info",
        message: "m",
        fields: JSON.parse('{"level":"loud","time":"noon","message":5,"__proto__":1}'),
        timestamp: "2025-11-21T14:15:00.000Z",
      },
    );
    expect(log("{}", "stderr")).toEqual({ kind: "log", level: "error", message: "", fields: {} });
  });

  test.each([
    ['"2026-11-20T14:30:00Z"', "2026-11-20T14:30:00.000Z"],
    ['"2026-11-20t14:30:00.9999z"', "2026-11-20T14:30:00.999Z"],
    ['"2026-11-20 14:30:00.5-05:30"', "2026-11-20T20:00:00.500Z"],
    ['"2024-02-29T00:00:00Z"', "2024-02-29T00:00:00.000Z"],
    ['"2026-06-30T23:59:60Z"', "2026-07-01T00:00:00.000Z"],
    ["1763734500.25", "2025-11-21T14:15:00.250Z"],
    ["1763734500123", "2025-11-21T14:15:00.123Z"],
    ["0", "1970-01-01T00:00:00.000Z"],
    ["99999999999", "5138-11-16T09:46:39.000Z"],
    ["100000000000", "1973-03-03T09:46:40.000Z"],
    ['"1969-12-31T23:30:00-01:00"', "1970-01-01T00:30:00.000Z"],
  ])("reads the time %s as %s [LOG-8]", (time, timestamp) => {
    expect(log(`{"time":${time}}`)).toEqual({
      kind: "log",
      level: "info",
      message: "",
      fields: {},
      timestamp,
    });
  });

  test.each([
    '"2026-02-30T00:00:00.000Z"',
    '"2026-13-01T00:00:00Z"',
    '"2026-11-20T24:00:00Z"',
    '"2026-11-20T14:30:00"',
    '"2026-11-20"',
    '"1969-12-31T23:59:59Z"',
    '"0080-01-01T00:00:00Z"',
    "-1",
    "1e18",
    "null",
    "{}",
  ])("does not read %s as a time [LOG-8]", (time) => {
    const line = log(`{"time":${time}}`);
    expect(line).toEqual({ kind: "log", level: "info", message: "", fields: { time: JSON.parse(time) } });
  });
});
