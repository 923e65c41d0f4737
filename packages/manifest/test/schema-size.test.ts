import { describe, expect, it } from "vitest";
import { checkBotSchema, validateConfig } from "../src/index.ts";
import { schemaMilliseconds } from "../src/schema/compiler.ts";
import { schemaLimits } from "../src/schema/size.ts";

const list = <Item>(length: number, item: (index: number) => Item) =>
  Array.from({ length }, (_, index) => item(index));
const named = <Item>(length: number, item: (index: number) => Item) =>
  Object.fromEntries(list(length, (index) => [`s${index}`, item(index)]));
const object = (properties: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
  type: "object",
  properties,
  ...more,
});
const check = (schema: unknown) => checkBotSchema(JSON.stringify(schema));
const setting = {
  type: "integer",
  description: "Bars that the slow average looks back.",
  default: 20,
  minimum: 5,
  maximum: 200,
};

/** Returns the exceeded limits, after checking that there are no other problems. */
const excesses = (schema: unknown) => {
  const { schema: accepted, problems } = check(schema);
  expect(accepted).toBeUndefined();
  expect(new Set(problems.map((problem) => problem.code))).toEqual(new Set(["bot_schema.too_complex"]));
  return problems.map((problem) => [problem.pointer, /at most (\d+)/.exec(problem.message)![1]]);
};
const limit = (name: keyof typeof schemaLimits) => String(schemaLimits[name]);

describe("the size of a bot-schema.json", () => {
  it("may be that of a bot with two hundred settings", () => {
    expect(
      check(
        object(
          named(200, () => setting),
          { additionalProperties: false },
        ),
      ).problems,
    ).toEqual([]);
  });

  it("is limited for an enum with tens of thousands of values", () => {
    expect(excesses(object({ a: { enum: list(30_000, (index) => index) } }))).toEqual([
      ["/properties/a/enum", limit("listed")],
      ["/properties/a/enum/1995", limit("values")],
    ]);
    expect(excesses(object({ a: { type: list(1001, (index) => `t${index}`) } }))).toEqual([
      ["/properties/a/type", limit("listed")],
    ]);
    expect(check(object({ a: { enum: list(1000, (index) => index) } })).problems).toEqual([]);
  });

  it("is limited for nested combinations", () => {
    const leaf = (minLength: number) => ({ type: "string", minLength });
    const square = object({ a: { anyOf: list(60, () => ({ anyOf: list(60, leaf) })) } });
    expect(excesses(square)).toContainEqual(["/properties/a/anyOf/0/anyOf", limit("branches")]);
    expect(excesses(object({}, { allOf: list(101, () => true) }))).toEqual([["/allOf", limit("branches")]]);
    const other = { dependencies: named(50, () => ["a"]), patternProperties: named(51, () => true) };
    expect(excesses(object({}, other))).toContainEqual(["/patternProperties", limit("branches")]);
  });

  it("is limited for settings, patterns and references", () => {
    expect(excesses(object(named(300, () => ({}))))).toEqual([["/properties/s298", limit("objects")]]);
    const patterns = named(51, (index) => ({ pattern: `a{1000}${index}` }));
    expect(excesses(object(patterns))).toEqual([["/properties/s50/pattern", limit("patterns")]]);
    expect(excesses(object({ a: { pattern: "(a|b)".repeat(1001) } }))).toEqual([
      ["/properties/a/pattern", limit("patternCharacters")],
    ]);
    const references = named(51, (index) => ({ $ref: `#/properties/s${index + 1}` }));
    expect(excesses(object(references))).toEqual([["/properties/s50/$ref", limit("references")]]);
    expect(check(object(named(60, () => ({ pattern: "^a" })))).problems).toEqual([]);
  });

  it("is counted also where only a reference points", () => {
    const hidden = { anyOf: list(101, () => ({ type: "string" })) };
    const schema = object({ a: { $ref: "#/x-hidden" } }, { "x-hidden": hidden });
    expect(excesses(schema)).toEqual([["/x-hidden/anyOf", limit("branches")]]);
  });

  it("is checked quickly, however large the file", () => {
    const unknown = Object.fromEntries(list(20_000, (index) => [`u${index}`, 1]));
    expect(excesses(object({}, unknown))).toEqual([["/u1997", limit("values")]]);
  });

  it("within the limits is still subject to the time limit, for slow patterns", () => {
    expect(schemaMilliseconds).toBeLessThanOrEqual(200);
    const { schema, problems } = check(object({ a: { pattern: "a{1000}".repeat(700) } }));
    expect(schema).toBeUndefined();
    expect(problems.map((problem) => problem.code)).toEqual(["bot_schema.too_slow"]);
  });
});

describe("a config made to keep the platform busy", () => {
  const refusal = (schema: Record<string, unknown>, config: unknown) => {
    expect(check(schema).problems).toEqual([]);
    return validateConfig(schema, config).problems.map((problem) => [problem.pointer, problem.keyword]);
  };

  it.each([
    ["unique items", { uniqueItems: true }, list(12_000, (index) => [index])],
    [
      "branches for every item",
      { items: { anyOf: list(90, (index) => ({ const: `${index}` })) } },
      list(40_000, () => 1),
    ],
    ["a costly pattern", { items: { pattern: "(a|aa|b){300}c" } }, ["a".repeat(90_000)]],
  ])("with %s is rejected", (_, rule, value) => {
    expect(refusal(object({ a: rule }), { a: value })).toEqual([["", "timeout"]]);
  });

  it("with thousands of faults has 100 reported", () => {
    const config = { a: list(8_000, () => 1) };
    expect(refusal(object({ a: { items: { type: "string", writeOnly: true } } }), config)).toHaveLength(100);
  });
});
