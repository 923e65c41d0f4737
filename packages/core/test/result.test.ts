import { expect, test } from "vitest";
import { customResult, errorResult, parseInput, runVerdict, successResult } from "../src/index.ts";

const code = (code: string) => expect.objectContaining({ code });

test("success and error have status, message and, if given, data [RES-1] [RES-2]", () => {
  expect(successResult('a "b"\n')).toBe('{"status":"success","message":"a \\"b\\"\\n"}');
  for (const [data, text] of [
    [{}, "{}"],
    [null, "null"],
    [false, "false"],
    [0, "0"],
    [[], "[]"],
  ] as const) {
    expect(errorResult("m", data)).toBe(`{"status":"error","message":"m","data":${text}}`);
  }
});

test("a message that is not a string is refused first, then data without a JSON form [RES-3]", () => {
  expect(() => successResult(null, () => 1)).toThrow("the message of a result must be a string, got null");
  expect(() => errorResult("m", { f: () => 1 })).toThrow(
    "the data of a result cannot be written: f is a function",
  );
  expect(() => successResult("m", undefined)).toThrow(code("result.invalid_data"));
});

test("a result of 1,048,576 bytes is accepted; one of 1,048,577 bytes is refused with its size [RES-16]", () => {
  const fitting = "x".repeat(1_048_576 - '{"status":"error","message":"m","data":""}'.length);
  expect(errorResult("m", fitting)).toHaveLength(1_048_576);
  const message = "the result is 1048577 bytes as JSON, more than 1048576";
  expect(() => errorResult("m", `${fitting}x`)).toThrow(message);
  expect(() => successResult("x".repeat(1_048_577 - '{"status":"success","message":""}'.length))).toThrow(
    message,
  );
  expect(() => customResult({ "": "é".repeat(524_285) })).toThrow(message);
});

test("a custom result is the object itself; other values are refused [RES-1] [RES-3]", () => {
  expect(customResult({ status: "done", n: Number.NaN })).toBe('{"status":"done","n":null}');
  for (const data of [[], null, "x", 5, new Date(0), undefined]) {
    expect(() => customResult(data)).toThrow(code("result.invalid_data"));
  }
});

test.each([
  [0, undefined, "success"],
  [0, '{"status":"success"}', "success"],
  [0, '{"status":"error","message":"m"}', "error"],
  [0, '{"status":"ERROR"}', "success"],
  [0, '{"other":1}', "success"],
  [0, "not json", "success"],
  [0, '[{"status":"error"}]', "success"],
  [0, "null", "success"],
  [1, undefined, "error"],
  [3, '{"status":"success"}', "error"],
  [null, '{"status":"success"}', "error"],
] as const)("exit code %s with the result %s is a %s [RES-14]", (exitCode, text, verdict) => {
  expect(runVerdict(exitCode, text)).toBe(verdict);
});

test("input returns id and config unchanged [IN-1]", () => {
  expect(parseInput({ BOT_ID: " b\n", BOT_CONFIG: ' {"a":{"b":[1]}} ' })).toEqual({
    botId: " b\n",
    config: { a: { b: [1] } },
  });
});

test.each([
  [{}, "input.missing_bot_id"],
  [{ BOT_ID: "", BOT_CONFIG: "[" }, "input.missing_bot_id"],
  [{ BOT_ID: "b" }, "input.missing_bot_config"],
  [{ BOT_ID: "b", BOT_CONFIG: "" }, "input.missing_bot_config"],
  [{ BOT_ID: "b", BOT_CONFIG: " " }, "input.invalid_bot_config"],
  [{ BOT_ID: "b", BOT_CONFIG: '{"a":1e999}' }, "input.invalid_bot_config"],
  [{ BOT_ID: "b", BOT_CONFIG: "\ufeff{}" }, "input.invalid_bot_config"],
  [{ BOT_ID: "b", BOT_CONFIG: "null" }, "input.config_not_object"],
  [{ BOT_ID: "b", BOT_CONFIG: "[{}]" }, "input.config_not_object"],
  [{ BOT_ID: "b", BOT_CONFIG: "5" }, "input.config_not_object"],
])("input of %j fails with %s [IN-2]", (environment, expected) => {
  expect(() => parseInput(environment)).toThrow(code(expected));
});

test("an input error has the position and never quotes the config [IN-3] [IN-5]", () => {
  const error = failureOf(() => parseInput({ BOT_ID: "b", BOT_CONFIG: '{"api_key":"hunter2",}' }));
  const cause = error.cause as Error;
  expect(error.message).toBe("BOT_CONFIG is not valid JSON");
  expect(cause.message).toContain("at position 21");
  expect(`${error.stack}${cause.stack}`).not.toContain("hunter2");
});

function failureOf(action: () => unknown): Error {
  try {
    action();
  } catch (error) {
    return error as Error;
  }
  throw new Error("it did not fail");
}
