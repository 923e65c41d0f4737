import { describe, expect, it } from "vitest";
import { hideSecrets, secretPaths, secretReferences, validateConfig } from "../src/index.ts";
import { crossoverSchema } from "./crossover-schema.ts";

describe("an instance's config", () => {
  it("gets the schema's defaults in a copy; the argument is not changed", () => {
    const given = { short_period: 7 };
    const { config, problems } = validateConfig(crossoverSchema, given);
    expect(problems).toEqual([]);
    expect(config).toEqual({ symbol: "AAPL", short_period: 7, long_period: 20, update_interval_ms: 60_000 });
    expect(given).toEqual({ short_period: 7 });
  });

  it("has every violation reported at once, with pointer, value and what is allowed", () => {
    const schema = { ...crossoverSchema, required: ["symbol", "venue"] };
    const given = { shortPeriod: 3, short_period: 1, long_period: 201, update_interval_ms: "60000" };
    expect(validateConfig(schema, given).problems).toEqual([
      { pointer: "/venue", keyword: "required", message: '"venue" is missing.' },
      {
        pointer: "/shortPeriod",
        keyword: "additionalProperties",
        message: 'Unknown setting "shortPeriod". Did you mean "short_period"?',
      },
      {
        pointer: "/short_period",
        keyword: "minimum",
        message: '"short_period" is 1: it must be at least 2.',
        got: 1,
      },
      {
        pointer: "/long_period",
        keyword: "maximum",
        message: '"long_period" is 201: it must be at most 200.',
        got: 201,
      },
      {
        pointer: "/update_interval_ms",
        keyword: "type",
        message: '"update_interval_ms" is the string "60000"; it must be an integer.',
        got: "60000",
      },
    ]);
  });

  it("keeps unknown settings", () => {
    expect(validateConfig(crossoverSchema, { typo: 1 }).config).toHaveProperty("typo", 1);
    expect(validateConfig({ type: "object", properties: {} }, { free: [1] }).config).toEqual({ free: [1] });
  });

  it.each([["text"], [7], [null], [[]], [undefined]])("must be an object, not %j", (config) => {
    expect(validateConfig(crossoverSchema, config).problems).toMatchObject([
      { pointer: "", keyword: "type" },
    ]);
  });

  it("is rejected above 100 KiB, including defaults, and above 32 levels of nesting", () => {
    const schema = { type: "object", properties: {} };
    expect(validateConfig(schema, { a: "x".repeat(100 * 1024 - 8) }).problems).toEqual([]);
    expect(validateConfig(schema, { a: "x".repeat(100 * 1024) }).problems).toMatchObject([
      { keyword: "maxBytes" },
    ]);
    const large = { type: "object", properties: { b: { default: "x".repeat(60 * 1024) } } };
    expect(validateConfig(large, { a: "x".repeat(60 * 1024) }).problems).toMatchObject([
      { keyword: "maxBytes" },
    ]);
    const deep = JSON.parse(`{"a":${"[".repeat(33)}${"]".repeat(33)}}`);
    expect(validateConfig(schema, deep).problems).toMatchObject([{ keyword: "maxDepth" }]);
  });

  it("keeps __proto__ and constructor as ordinary settings", () => {
    const given = JSON.parse('{"__proto__":{"x":1},"constructor":2}');
    const { config } = validateConfig({ type: "object", properties: {} }, given);
    expect(JSON.stringify(config)).toBe('{"__proto__":{"x":1},"constructor":2}');
    expect(validateConfig(crossoverSchema, given).problems.map((problem) => problem.pointer)).toEqual([
      "/__proto__",
      "/constructor",
    ]);
  });

  it.each(["valueOf", "toString", "constructor", "hasOwnProperty", "__proto__"])(
    "is compared with lists and constants by its value, also in a setting named %s",
    (name) => {
      const rule = (value: number) => JSON.parse(`{"${name}": ${value}}`) as unknown;
      const schema = {
        type: "object",
        properties: {
          distinct: { uniqueItems: true },
          listed: { enum: [rule(1), "none"] },
          fixed: { const: rule(1) },
        },
      };
      const config = { distinct: [rule(1), rule(2)], listed: rule(1), fixed: rule(1) };
      expect(validateConfig(schema, config)).toEqual({ config, problems: [] });
      const other = { distinct: [rule(1), rule(1)], listed: rule(2), fixed: rule(2) };
      const keywords = validateConfig(schema, other).problems.map(({ keyword }) => keyword);
      expect(keywords.sort()).toEqual(["const", "enum", "uniqueItems"]);
    },
  );

  it("does not count inherited properties as settings", () => {
    const properties = { constructor: { type: "string" }, toString: { type: "integer" }, a: {} };
    const schema = { type: "object", properties, dependencies: { valueOf: ["a"] } };
    expect(validateConfig(schema, {}).problems).toEqual([]);
    expect(validateConfig({ ...schema, required: ["toString"] }, {}).problems).toMatchObject([
      { pointer: "/toString", keyword: "required" },
    ]);
    expect(validateConfig(schema, { constructor: 1 }).problems).toMatchObject([
      { pointer: "/constructor", keyword: "type" },
    ]);
  });

  it("that would make a pattern backtrack is checked quickly", () => {
    const schema = { type: "object", properties: { a: { type: "string", pattern: "^(a+)+$" } } };
    validateConfig(schema, {});
    const began = performance.now();
    expect(validateConfig(schema, { a: `${"a".repeat(30)}!` }).problems).toHaveLength(1);
    expect(validateConfig(schema, { a: `${"a".repeat(50_000)}!` }).problems).toHaveLength(1);
    expect(performance.now() - began).toBeLessThan(1000);
  });

  it("that takes too long to check is rejected", () => {
    const twice = { allOf: [{ $ref: "#" }, { $ref: "#" }] };
    const schema = { type: "object", properties: { a: twice } };
    const config = JSON.parse(`${'{"a":'.repeat(31)}{}${"}".repeat(31)}`);
    expect(validateConfig(schema, config).problems).toMatchObject([{ keyword: "timeout" }]);
    expect(validateConfig(schema, { a: {} }).problems).toEqual([]);
  });

  it("whose schema refers back to itself endlessly is rejected", () => {
    const schema = {
      type: "object",
      properties: { x: { $ref: "#/definitions/a" } },
      definitions: { a: { allOf: [{ $ref: "#/definitions/a" }] } },
    };
    expect(validateConfig(schema, {}).problems).toEqual([]);
    expect(validateConfig(schema, { x: 1 }).problems).toMatchObject([{ keyword: "$ref" }]);
  });

  it("has its formats checked", () => {
    const schema = { type: "object", properties: { at: { type: "string", format: "date-time" } } };
    expect(validateConfig(schema, { at: "2027-01-01T00:00:00Z" }).problems).toEqual([]);
    expect(validateConfig(schema, { at: "tomorrow" }).problems).toMatchObject([
      { keyword: "format", got: "tomorrow" },
    ]);
  });

  it("never has a secret shown in a problem", () => {
    const schema = {
      type: "object",
      properties: {
        api_key: { type: "string", minLength: 40 },
        pin: { type: "integer", maximum: 9, writeOnly: true },
      },
    };
    const { problems } = validateConfig(schema, { api_key: "hunter2", pin: 123_456 });
    expect(problems).toHaveLength(2);
    expect(JSON.stringify(problems)).not.toMatch(/hunter2|123456/);
  });
});

describe("the secrets of a config", () => {
  const schema = {
    type: "object",
    properties: {
      venue_pin: { type: "string", writeOnly: true },
      login: { $ref: "#/definitions/login" },
      wallets: { type: "array", items: { type: "object", properties: { phrase: { "x-secret": true } } } },
      other: { anyOf: [{ properties: { hidden: { format: "password" } } }, {}] },
    },
    definitions: { login: { properties: { word: { type: "string", format: "password" } } } },
  };

  it("are found by the schema, through references, lists and combinations", () => {
    const config = {
      venue_pin: "p1",
      login: { word: "p2", user: "me" },
      wallets: [{ phrase: "p3", name: "n" }],
      other: { hidden: "p4" },
    };
    expect(secretPaths(schema, config)).toEqual([
      { pointer: "/venue_pin", value: "p1" },
      { pointer: "/login/word", value: "p2" },
      { pointer: "/wallets/0/phrase", value: "p3" },
      { pointer: "/other/hidden", value: "p4" },
    ]);
  });

  it("are found by the schema of a name or of a position in a list", () => {
    const hidden = { writeOnly: true };
    const rules = {
      properties: {
        open: {},
        pair: { items: [{}, hidden], additionalItems: {} },
        rest: { items: [{}], additionalItems: hidden },
      },
      additionalProperties: hidden,
    };
    const config = { open: "o", other: "s1", another: "s2", pair: ["a", "s3", "b"], rest: ["a", "s4", "s5"] };
    const found = secretPaths({ properties: { list: { items: rules } } }, { list: [config, config] });
    const once = ["s1", "s2", "s3", "s4", "s5"];
    expect(found.map(({ value }) => value)).toEqual([...once, ...once]);
  });

  it("are found quickly where every value has the same long chain of references", () => {
    const definitions = Object.fromEntries(
      Array.from({ length: 45 }, (_, step) => [
        `d${step}`,
        { allOf: [{ $ref: `#/definitions/d${step + 1}` }] },
      ]),
    );
    const schema = {
      definitions: { ...definitions, d45: { writeOnly: true } },
      additionalProperties: { items: { $ref: "#/definitions/d0" } },
    };
    const began = performance.now();
    expect(secretPaths(schema, { a: Array.from({ length: 25_000 }, () => "x") })).toHaveLength(25_000);
    // Following the chain for each value would take many times as long.
    expect(performance.now() - began).toBeLessThan(1000);
  });

  it.each([
    ...["password", "dbPassword", "API_KEY", "apiKey", "api-secret", "secret", "secretKey", "private_key"],
    ...[
      "passphrase",
      "mnemonic",
      "access_token",
      "telegramBotToken",
      "credentials",
      "authorization",
      "seedPhrase",
    ],
  ])("are found by the key %s", (key) => {
    expect(secretPaths({}, { [key]: "v" })).toEqual([{ pointer: `/${key}`, value: "v" }]);
    expect(secretPaths({}, { nested: [{ [key]: { deep: "v" } }] })).toHaveLength(1);
  });

  it.each([
    "base_token",
    "token_symbol",
    "tokens_per_trade",
    "keyword",
    "symbol",
    "bypass",
    "monkey",
    "author",
    "key",
  ])("are not found by the key %s", (key) => {
    expect(secretPaths({}, { [key]: "ETH" })).toEqual([]);
  });

  it("are not what refers to a named one, where a string is allowed or nothing is said", () => {
    const reference = { secret: "kraken-key" };
    const text = { type: "object", properties: { api_key: { type: "string" } } };
    for (const schema of [{}, text]) {
      const config = { api_key: reference, list: [reference] };
      expect(secretPaths(schema, config)).toEqual([]);
      expect(secretReferences(schema, config)).toEqual([
        { path: ["api_key"], name: "kraken-key" },
        { path: ["list", 0], name: "kraken-key" },
      ]);
    }
  });

  it("are what looks like a reference where an object is wanted, and the config itself", () => {
    const wanted = { type: "object", properties: { auth: { properties: { secret: { type: "string" } } } } };
    expect(secretPaths(wanted, { auth: { secret: "hunter2" } })).toEqual([
      { pointer: "/auth/secret", value: "hunter2" },
    ]);
    expect(secretReferences(wanted, { auth: { secret: "hunter2" } })).toEqual([]);
    const typed = { properties: { auth: { type: "object" } } };
    expect(secretReferences(typed, { auth: { secret: "hunter2" } })).toEqual([]);
    expect(secretReferences({}, { secret: "hunter2" })).toEqual([]);
  });

  it("include a value named only token when it is longer than the symbol of a coin", () => {
    expect(secretPaths({}, { token: "ETH" })).toEqual([]);
    expect(secretPaths({}, { token: "8f14e45fceea167a" })).toHaveLength(1);
  });

  it("are hidden in a copy, including numbers that the schema marks as secret", () => {
    const config = { venue_pin: 1234, api_key: "k", login: { word: "w", user: "me" }, symbol: "AAPL" };
    expect(hideSecrets(schema, config)).toEqual({
      venue_pin: "********",
      api_key: "********",
      login: { word: "********", user: "me" },
      symbol: "AAPL",
    });
    expect(config.api_key).toBe("k");
  });

  it("are found in a schema with a reference cycle", () => {
    const circle = { $ref: "#", properties: { a: { $ref: "#" }, pin: { writeOnly: true } } };
    expect(secretPaths(circle, { a: { a: { pin: "x" } } })).toEqual([{ pointer: "/a/a/pin", value: "x" }]);
  });
});
