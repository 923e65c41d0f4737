import { describe, expect, it } from "vitest";
import { checkBotSchema, formatProblem } from "../src/index.ts";
import { crossoverSchema } from "./crossover-schema.ts";

const check = (schema: unknown) => checkBotSchema(JSON.stringify(schema, null, 2));
const codes = (schema: unknown) => check(schema).problems.map((problem) => problem.code);

describe("a bot-schema.json", () => {
  it("of the reference bot is accepted unchanged", () => {
    expect(check(crossoverSchema)).toEqual({ schema: crossoverSchema, problems: [] });
  });

  it("has every invalid keyword reported, with line and pointer", () => {
    const { schema, problems } = check({
      type: "object",
      properties: { a: { type: "strin" }, b: { minimum: "x" }, c: { type: "string", minLenght: 3 } },
    });
    expect(schema).toBeUndefined();
    expect(problems.map((problem) => [problem.line, problem.pointer, problem.code])).toEqual([
      [12, "/properties/c/minLenght", "bot_schema.unknown_keyword"],
      [5, "/properties/a/type", "bot_schema.invalid_schema"],
      [8, "/properties/b/minimum", "bot_schema.invalid_schema"],
    ]);
    expect(formatProblem(problems[0]!)).toContain('Did you mean "minLength"?');
  });

  it("is accepted with a warning if a format is unknown, so that a password is not shown for a misspelling", () => {
    const properties = {
      a: { format: "pasword" },
      b: { format: "date-time" },
      c: { format: "idn-hostname" },
    };
    const { schema, problems } = check({ type: "object", properties });
    expect(schema).toBeDefined();
    expect(problems.map(({ pointer, code, severity }) => [pointer, code, severity])).toEqual([
      ["/properties/a/format", "bot_schema.unknown_format", "warning"],
      ["/properties/c/format", "bot_schema.unknown_format", "warning"],
    ]);
    expect(formatProblem(problems[0]!)).toContain('Did you mean "password"?');
    expect(formatProblem(problems[1]!)).toContain('Did you mean "hostname"?');
  });

  it.each([
    ["http://json-schema.org/draft-07/schema", []],
    ["https://json-schema.org/draft-07/schema#", []],
    ["https://json-schema.org/draft/2020-12/schema", ["bot_schema.not_draft_07"]],
    ["http://json-schema.org/draft-04/schema#", ["bot_schema.not_draft_07"]],
  ])("with the dialect %s has the problems %j", ($schema, expected) => {
    expect(codes({ ...crossoverSchema, $schema })).toEqual(expected);
  });

  it("has numbers reported that would be rounded", () => {
    const text =
      '{"type": "object",\n "properties": {"account": {"default": 12345678901234567891, "maximum": 1e21}}}';
    expect(checkBotSchema(text).problems).toMatchObject([
      {
        code: "bot_schema.long_number",
        line: 2,
        pointer: "/properties/account/default",
        severity: "warning",
      },
    ]);
  });

  it("may contain references only within itself", () => {
    const properties = (ref: string) => ({
      type: "object",
      properties: { a: { $ref: ref } },
      definitions: { x: { minimum: 1 } },
    });
    expect(codes(properties("#/definitions/x"))).toEqual([]);
    expect(codes(properties("#/definitions/y"))).toEqual(["bot_schema.invalid_schema"]);
    for (const ref of ["#/type", "#/required", "#/definitions/x/minimum"])
      expect(codes({ ...properties(ref), required: ["a"] })).toEqual(["bot_schema.invalid_schema"]);
    for (const ref of ["http://127.0.0.1:1/x.json", "file:///etc/passwd", "other.json", "//host/x"]) {
      expect(codes(properties(ref))).toEqual(["bot_schema.remote_ref"]);
    }
  });

  it("has every reference without a target reported where it is, beside its other problems", () => {
    const ref = (name: string) => ({ $ref: `#/definitions/${name}` });
    const properties = { a: ref("x"), b: ref("y"), c: { pattern: "(" }, d: { type: "strin" }, e: ref("z") };
    const { problems } = check({ type: "object", properties, definitions: { z: {} } });
    expect(problems.map(({ code, pointer }) => `${pointer} ${code}`).sort()).toEqual([
      "/properties/a/$ref bot_schema.invalid_schema",
      "/properties/b/$ref bot_schema.invalid_schema",
      "/properties/c/pattern bot_schema.pattern_refused",
      "/properties/d/type bot_schema.invalid_schema",
    ]);
    const moved = { $id: "#in", properties: { a: ref("x") }, definitions: { x: {} } };
    expect(codes({ type: "object", properties: { moved } })).not.toContain("bot_schema.remote_ref");
  });

  it("may refer back to itself only through a setting or an array", () => {
    const schema = (x: object, definitions: object) => ({ type: "object", properties: { x }, definitions });
    const a = { $ref: "#/definitions/a" };
    const b = { $ref: "#/definitions/b" };
    for (const definitions of [
      { a },
      { a: b, b: a },
      { a: { allOf: [{ type: "string" }, a] } },
      { a: { anyOf: [{ not: { if: {}, else: b } }] }, b: { oneOf: [a] } },
      { a: { dependencies: { name: a } } },
    ]) {
      const [problem, ...others] = check(schema(a, definitions)).problems;
      expect(problem).toMatchObject({
        code: "bot_schema.invalid_schema",
        message: expect.stringContaining("refers back to itself"),
        line: expect.any(Number),
      });
      expect(others).toEqual([]);
    }
    const tree = { type: "object", properties: { left: a }, additionalProperties: { allOf: [a] } };
    const list = { anyOf: [{ type: "number" }, { items: b, contains: a }] };
    expect(codes(schema({ allOf: [a, a, b] }, { a: tree, b: list }))).toEqual([]);
    expect(codes({ type: "object", properties: { a: { $ref: "#" } } })).toEqual([]);
  });

  it("may use only patterns that run in linear time", () => {
    const pattern = (text: string) => ({
      type: "object",
      properties: { a: { type: "string", pattern: text } },
    });
    expect(codes(pattern("^(a+)+$"))).toEqual([]);
    expect(codes(pattern("^[A-Z]{1,5}(?:\\.[A-Z])?$"))).toEqual([]);
    for (const bad of ["(?=a)b", "(a)\\1", "(?<!x)y", "[a", "((a{100}){100}){100}"]) {
      expect(codes(pattern(bad)), bad).toEqual(["bot_schema.pattern_refused"]);
    }
    expect(codes({ type: "object", patternProperties: { "(?=a)": {} } })).toEqual([
      "bot_schema.pattern_refused",
    ]);
  });

  it("may have settings named pattern and $ref", () => {
    const properties = { pattern: { type: "string", default: "(?=" }, $ref: { type: "string" } };
    expect(codes({ type: "object", properties, required: ["pattern"] })).toEqual([]);
  });

  it("must describe an object", () => {
    expect(codes({ type: "array", properties: {} })).toEqual(["bot_schema.not_object_type"]);
    expect(codes({ type: ["object", "null"], properties: {} })).toEqual([]);
    expect(codes({ type: "object" })).toEqual(["bot_schema.no_properties"]);
    expect(codes({ type: "object", additionalProperties: false })).toEqual([]);
    expect(codes([])).toEqual(["bot_schema.not_an_object"]);
    expect(codes({ ...crossoverSchema, $async: true })).toContain("bot_schema.asynchronous");
  });

  it("gets a warning for a default that is invalid against it", () => {
    const { schema, problems } = check({ type: "object", properties: { a: { default: 5, minimum: 10 } } });
    expect(schema).toBeDefined();
    expect(problems.map((problem) => [problem.code, problem.pointer])).toEqual([
      ["bot_schema.default_refused", "/properties/a/default"],
    ]);
  });

  it("is rejected with the position when it is not JSON", () => {
    const [problem] = checkBotSchema('{\n  "type": "object",\n}').problems;
    expect(problem).toMatchObject({ code: "bot_schema.invalid_json", line: 3, column: 1 });
    const [twice] = checkBotSchema('{"type": "object",\n "type": "object", "properties": {}}').problems;
    expect(twice).toMatchObject({ code: "bot_schema.duplicate_key", line: 2, column: 2 });
  });

  it("must not contain a number beyond the range of a double", () => {
    const text = '{"type": "object", "properties": {},\n "x-most": 1e999}';
    expect(checkBotSchema(text).problems).toMatchObject([
      { code: "bot_schema.invalid_json", line: 2, column: 12, message: expect.stringContaining("double") },
    ]);
  });

  it("has every repeated key reported at its second position, also when escaped differently", () => {
    const text = '{"type": "object", "properties": {"a": {}, "b": [{"c": 1, "c": 2}],\n"\\u0061": {}}}';
    expect(
      checkBotSchema(text).problems.map((problem) => [problem.code, problem.line, problem.column]),
    ).toContainEqual(["bot_schema.duplicate_key", 2, 1]);
    expect(
      checkBotSchema(text).problems.filter((problem) => problem.code.endsWith("duplicate_key")),
    ).toHaveLength(2);
  });

  it("is rejected when it is too large or nested too deep", () => {
    expect(codes({ type: "object", description: "x".repeat(256 * 1024) })).toEqual(["bot_schema.too_large"]);
    const deep = `${'{"not":'.repeat(10_000)}{}${"}".repeat(10_000)}`;
    expect(checkBotSchema(deep).problems.map((problem) => problem.code)).toEqual(["bot_schema.too_deep"]);
  });

  it("whose work doubles at every step is stopped by the time limit", () => {
    const definitions: Record<string, unknown> = { d40: { type: "object" } };
    for (let step = 0; step < 40; step++) {
      const next = { $ref: `#/definitions/d${step + 1}` };
      definitions[`d${step}`] = { allOf: [next, next] };
    }
    const began = performance.now();
    expect(
      codes({ type: "object", properties: {}, definitions, allOf: [{ $ref: "#/definitions/d0" }] }),
    ).toEqual(["bot_schema.too_slow"]);
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});
