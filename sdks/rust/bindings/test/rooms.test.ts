import { expect, test } from "vitest";
import { BotyardError, JsonSyntaxError } from "../src/types.ts";
import { describeCores } from "./cores.ts";

const thrownBy = (call: () => unknown): unknown => {
  try {
    return call();
  } catch (error) {
    return error;
  }
};

describeCores((coreNow) => {
  test("an error has code, message, advice and the error that bot code has thrown", () => {
    const core = coreNow();
    const cause = new Error("the price is gone");
    const data = {
      get price() {
        throw cause;
      },
    };
    expect(thrownBy(() => core.metric.line("trade", data, new Date()))).toMatchObject({
      name: "BotyardError",
      code: "metric.invalid_data",
      message: 'the data of metric "trade" must be a JSON object: price is a value that cannot be read',
      next: core.errors.table["metric.invalid_data"]!.next,
      cause,
    });
    expect(thrownBy(() => core.json.write(data))).toMatchObject({ name: "TypeError", cause });
  });

  test("invalid JSON is the cause of the error of a config and of a state file", () => {
    const core = coreNow();
    const cause = expect.objectContaining({
      name: "JsonSyntaxError",
      message: expect.stringMatching(/ at line 1 column \d$/),
    });
    expect(thrownBy(() => core.input.parse({ BOT_ID: "a", BOT_CONFIG: "{" }))).toMatchObject({ cause });
    expect(thrownBy(() => core.state.readDocument("a", Buffer.from("{"), "state/a.json"))).toMatchObject({
      cause,
    });
    expect(thrownBy(() => core.json.read("[1,]"))).toMatchObject({ name: "JsonSyntaxError" });
    expect(thrownBy(() => core.json.read('"\ud800"'))).toMatchObject({ name: "JsonSyntaxError" });
  });

  test("a line has no time outside of the years 1970 to 9999", () => {
    const core = coreNow();
    for (const time of [-1, Date.UTC(10_000, 0, 1), Number.NaN])
      for (const line of [
        core.metric.line,
        (...rest: [string, unknown, Date]) => core.log.line("info", ...rest),
      ])
        expect(() => line("a", {}, new Date(time))).toThrow(RangeError);
    expect(core.metric.line("a", {}, new Date(Date.UTC(10_000, 0, 1) - 1))).toContain(
      '"9999-12-31T23:59:59.999Z"',
    );
  });

  test("a request returns copies of its parameters, and the default for those that are absent or null", () => {
    const core = coreNow();
    const params = { list: [1], none: null, __proto__: 1 };
    const request = core.request.open("/a", params);
    params.list.push(2);
    (request.get("list") as number[]).push(3);
    request.getArray("list")!.push(4);
    (request.values().list as number[]).push(5);
    expect(request.path).toBe("/a");
    expect(request.values()).toEqual({ list: [1], none: null });
    expect([request.get("none"), request.get("none", 7), request.getInteger("absent", 8)]).toEqual([
      null,
      7,
      8,
    ]);
    expect(request.get("toString")).toBeNull();
  });

  test("what bot code throws while its value is written leaves the core usable", () => {
    const core = coreNow();
    const value = {
      toJSON() {
        core.json.write({ inner: [1] });
        throw core.json.write({ inner: [2] });
      },
    };
    for (let times = 0; times < 1_000; times++)
      expect(thrownBy(() => core.json.write(value))).toBeInstanceOf(TypeError);
    expect(core.json.write({ a: 1 })).toBe('{"a":1}');
  });
});

test("the classes of errors are exported", () => {
  expect(new BotyardError("a.b", "what", "then")).toMatchObject({
    code: "a.b",
    message: "what",
    next: "then",
  });
  expect(new JsonSyntaxError("what")).toBeInstanceOf(SyntaxError);
});
