import { describe, expect, it } from "vitest";
import { validateConfig } from "../src/index.ts";

describe("a problem of a config", () => {
  it("shows a value of a wrong type, unless it is secret or long", () => {
    const messages = (value: unknown, more: object = {}) =>
      validateConfig(
        { type: "object", properties: { a: { type: "null", ...more } } },
        { a: value },
      ).problems.map(({ message }) => message);
    expect(messages("19,99")).toEqual(['"a" is the string "19,99"; it must be null.']);
    expect(messages(true)).toEqual(['"a" is true; it must be null.']);
    expect(messages(["x"])).toEqual(['"a" is a list; it must be null.']);
    expect(messages("x".repeat(201))).toEqual(['"a" is a string; it must be null.']);
    expect(messages(4711, { writeOnly: true })).toEqual(['"a" is a number; it must be null.']);
  });

  it("joins what alternatives say, so that they do not contradict each other", () => {
    const kind = (value: string) => ({ properties: { kind: { const: value } }, required: ["kind"] });
    const either = { type: "object", oneOf: [kind("live"), kind("paper"), kind("paper")] };
    const schema = { type: "object", properties: { mode: either } };
    const messages = (mode: unknown) =>
      validateConfig(schema, { mode }).problems.map(({ message }) => message);
    expect(messages({ kind: "demo" })).toEqual([
      '"mode.kind" is "demo": it must be "live" or "paper".',
      '"mode" fits no alternative of "oneOf"; it must fit one.',
    ]);
    expect(messages({})).toEqual([
      '"mode.kind" is missing.',
      '"mode" fits no alternative of "oneOf"; it must fit one.',
    ]);
    expect(messages({ kind: "paper" })).toEqual([
      '"mode" fits several alternatives of "oneOf"; it must fit only one.',
    ]);
  });
});
