import { describe, expect, it } from "vitest";
import { checkBotSchema, hideSecrets, secretPaths, validateConfig } from "../src/index.ts";

/** The pointers that are refused. */
const refused = (schema: Record<string, unknown>, config: unknown) =>
  validateConfig(schema, config).problems.map(({ pointer }) => pointer);
const setting = (schema: unknown) => ({ type: "object", properties: { value: schema } });

describe("a schema with several patterns", () => {
  it("checks each setting against its own", () => {
    const properties = { symbol: { pattern: "^[A-Z]{1,5}$" }, account: { pattern: "^[0-9]{6}$" } };
    const schema = { type: "object", properties };
    expect(refused(schema, { symbol: "AAPL", account: "123456" })).toEqual([]);
    expect(refused(schema, { symbol: "AAPL", account: "ABC" })).toEqual(["/account"]);
    expect(refused(schema, { symbol: "123456", account: "123456" })).toEqual(["/symbol"]);
  });

  it("checks each name against its own", () => {
    const patternProperties = { "^max_": { type: "number" }, "^name_": { type: "string" } };
    const schema = { type: "object", patternProperties, additionalProperties: false };
    expect(refused(schema, { max_a: 5, name_a: "x" })).toEqual([]);
    expect(refused(schema, { name_a: 5 })).toEqual(["/name_a"]);
    expect(refused(schema, { max_a: "x" })).toEqual(["/max_a"]);
    expect(refused(schema, { other: 1 })).toEqual(["/other"]);
  });

  it("checks settings and names apart, in lists, references and every combination", () => {
    const letters = { pattern: "^[a-z]+$" };
    const digits = { pattern: "^[0-9]+$" };
    const schema = {
      type: "object",
      definitions: { digits },
      propertyNames: { pattern: "^[a-z_]+$" },
      properties: {
        list: { items: letters },
        pair: { items: [letters, digits] },
        ref: { $ref: "#/definitions/digits" },
        both: { anyOf: [letters, digits] },
        neither: { not: { anyOf: [letters, digits] } },
        has: { contains: digits },
      },
    };
    const right = { list: ["a"], pair: ["a", "1"], ref: "1", both: "1", neither: "-", has: ["a", "1"] };
    expect(refused(schema, right)).toEqual([]);
    const wrong = { list: ["1"], pair: ["1", "a"], ref: "a", both: "-", neither: "1", has: ["a"] };
    const found = refused(schema, wrong);
    expect(found).toEqual(
      expect.arrayContaining(["/list/0", "/pair/0", "/pair/1", "/ref", "/both", "/neither", "/has"]),
    );
    expect(validateConfig(schema, { A: 1 }).problems.length).toBeGreaterThan(0);
  });

  it("is not mixed up with the schema of another user", () => {
    for (const pattern of ["^a$", "^b$", "^a$"]) {
      const schema = { $id: "http://example.com/same", ...setting({ pattern }) };
      expect(refused(schema, { value: pattern[1] })).toEqual([]);
      expect(refused(schema, { value: pattern === "^a$" ? "b" : "a" })).toEqual(["/value"]);
    }
  });
});

describe("multipleOf", () => {
  it.each([
    [
      0.01,
      [4.35, 19.99, 0.07, 0.29, 1.1, 100, 0, -4.35, 1e15, 1e300, 8.2e-1],
      [4.355, 0.001, 1e-300, 0.1 + 0.2],
    ],
    [0.1, [0.3, 0.7, 1.1], [0.1 + 0.2, 0.25]],
    [0.5, [1.5, -0.5, 2], [0.75, 1e-9]],
    [1e-8, [0.12345678, 12.3, 3e-8, 1e-7], [1.5e-8, 1e-9]],
    [2, [4, -6, 9007199254740994, 1e308], [3, 0.5]],
    [3, [9007199254740996, 3e300], [1e308, 10]],
    [5e-324, [5e-324, 1, 1.7976931348623157e308], []],
    [1e308, [0, 1e308], [1e307, 1]],
    [0.0001, [1.2345, 4.35], [1.23456]],
  ])("%s compares as decimals", (multipleOf, right, wrong) => {
    const schema = setting({ multipleOf });
    for (const value of right) expect(refused(schema, { value }), String(value)).toEqual([]);
    for (const value of wrong) expect(refused(schema, { value }), String(value)).toEqual(["/value"]);
  });

  it("says what a value must be a multiple of", () => {
    expect(validateConfig(setting({ multipleOf: 0.01 }), { value: 4.355 }).problems).toEqual([
      {
        pointer: "/value",
        keyword: "multipleOf",
        message: '"value" is 4.355: it must be a multiple of 0.01.',
        got: 4.355,
      },
    ]);
  });

  it("is checked fast for the most distant numbers", () => {
    const schema = setting({ items: { multipleOf: 5e-324 } });
    const began = performance.now();
    expect(refused(schema, { value: Array.from({ length: 500 }, () => 1.7976931348623157e308) })).toEqual([]);
    expect(performance.now() - began).toBeLessThan(2000);
  });
});

describe("a reference", () => {
  const problems = (schema: unknown) =>
    checkBotSchema(JSON.stringify(schema)).problems.map(({ code, pointer }) => [code, pointer]);

  it("makes the keywords beside it have no effect, each of which is reported", () => {
    const schema = {
      type: "object",
      properties: { size: { $ref: "#/definitions/size", maximum: 5, default: 3, title: "Size" } },
      definitions: { size: { type: "number" } },
    };
    expect(problems(schema)).toEqual([
      ["bot_schema.ignored_keyword", "/properties/size/maximum"],
      ["bot_schema.default_ignored", "/properties/size/default"],
    ]);
    expect(validateConfig(schema, { size: 9 })).toEqual({ config: { size: 9 }, problems: [] });
    expect(validateConfig(schema, {}).config).toEqual({});
  });

  it("beside which a value is marked as secret still hides it", () => {
    const schema = { ...setting({ $ref: "#/definitions/x", writeOnly: true }), definitions: { x: {} } };
    expect(problems(schema)).toEqual([]);
    expect(hideSecrets(schema, { value: "v" })).toEqual({ value: "********" });
  });

  it("leads to the $id that it names, wherever in the file it is, also for secrets", () => {
    const schema = {
      $id: "http://example.com/bot.json",
      type: "object",
      properties: {
        a: { $ref: "pin.json" },
        b: { $ref: "#wallet" },
        c: { $ref: "pin.json#/definitions/word" },
      },
      definitions: {
        pin: {
          $id: "pin.json",
          type: "string",
          writeOnly: true,
          definitions: { word: { "x-secret": true } },
        },
        wallet: { $id: "#wallet", format: "password", minLength: 3 },
      },
    };
    expect(problems(schema)).toEqual([]);
    expect(refused(schema, { a: 1, b: "x", c: 1 })).toEqual(["/a", "/b"]);
    expect(secretPaths(schema, { a: "1", b: "2", c: "3" })).toHaveLength(3);
  });

  it("to another file is refused, whatever its base", () => {
    for (const $ref of ["other.json", "http://example.com/x", "urn:x:y", "pin.json#/definitions/none"]) {
      const schema = { $id: "http://example.com/", ...setting({ $ref }) };
      expect(problems(schema), $ref).toEqual([["bot_schema.remote_ref", "/properties/value/$ref"]]);
    }
  });
});

it("settings named __proto__ and constructor have their own rules", () => {
  const properties = JSON.parse('{"__proto__": {"type": "number"}, "constructor": {"default": 1}, "a": {}}');
  const dependencies = JSON.parse('{"__proto__": ["a"]}');
  const schema = { type: "object", properties, dependencies, additionalProperties: false };
  expect(validateConfig(schema, JSON.parse('{"__proto__": "x", "a": 1}')).problems).toMatchObject([
    { pointer: "/__proto__", keyword: "type" },
  ]);
  expect(validateConfig(schema, JSON.parse('{"__proto__": 1}')).problems).toContainEqual(
    expect.objectContaining({ pointer: "/a", keyword: "required" }),
  );
  expect(JSON.stringify(validateConfig(schema, JSON.parse('{"__proto__": 1, "a": 1}')))).toBe(
    '{"config":{"__proto__":1,"a":1,"constructor":1},"problems":[]}',
  );
});
