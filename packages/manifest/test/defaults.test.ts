import { describe, expect, it } from "vitest";
import { formatProblem } from "../src/index.ts";
import { effective, group, ignored, problemsOf, schemaOf, warned } from "./schema-defaults.ts";

describe("a default is filled in", () => {
  const one = { default: 1 };

  it.each([
    ["of a setting", schemaOf({ a: one }), {}, { a: 1 }],
    [
      "at any depth",
      schemaOf({ a: group({ b: group({ c: one }) }) }),
      { a: { b: {} } },
      { a: { b: { c: 1 } } },
    ],
    [
      "in allOf",
      schemaOf({}, { allOf: [group({ a: one }), { allOf: [group({ b: one })] }] }),
      {},
      { a: 1, b: 1 },
    ],
    ["of a setting in allOf", schemaOf({ a: { allOf: [{ type: "number" }, one] } }), {}, { a: 1 }],
    [
      "behind references",
      schemaOf(
        { a: { $ref: "#/definitions/b" } },
        { definitions: { b: { $ref: "#/definitions/c" }, c: one } },
      ),
      {},
      { a: 1 },
    ],
    [
      "in the items of a list",
      schemaOf({ a: { items: group({ b: one }) } }),
      { a: [{}, {}] },
      { a: [{ b: 1 }, { b: 1 }] },
    ],
    ["at a place of a list", schemaOf({ a: { items: [one, { default: 2 }, {}] } }), { a: [] }, { a: [1, 2] }],
    [
      "behind a list",
      schemaOf({ a: { items: [{}], additionalItems: group({ b: one }) } }),
      { a: [0, {}] },
      { a: [0, { b: 1 }] },
    ],
    [
      "of settings with any name",
      { type: "object", additionalProperties: group({ a: one }) },
      { x: {} },
      { x: { a: 1 } },
    ],
    [
      "of settings whose name fits a pattern",
      { type: "object", patternProperties: { "^x": group({ a: one }) } },
      { x: {}, y: {} },
      { x: { a: 1 }, y: {} },
    ],
    ["in a default", schemaOf({ a: group({ b: one }, { default: {} }) }), {}, { a: { b: 1 } }],
    [
      "in then",
      // biome-ignore lint/suspicious/noThenProperty: a keyword of schemas
      schemaOf({ m: {} }, { if: { required: ["m"] }, then: group({ a: one }) }),
      { m: 1 },
      { m: 1, a: 1 },
    ],
    ["in else", schemaOf({ m: {} }, { if: { required: ["m"] }, else: group({ a: one }) }), {}, { a: 1 }],
    [
      "in dependencies",
      schemaOf({ m: {} }, { dependencies: { m: group({ a: one }) } }),
      { m: 1 },
      { m: 1, a: 1 },
    ],
  ] as [string, Record<string, unknown>, object, object][])("%s", (_, schema, given, expected) => {
    expect(effective(schema, given)).toEqual(expected);
    expect(warned(schema)).toEqual([]);
  });

  it("of a setting before that of its reference, which is reported if no other takes it", () => {
    const a = { allOf: [{ $ref: "#/definitions/b" }], default: 2 };
    const schema = (properties: object) => schemaOf(properties, { definitions: { b: one } });
    expect(effective(schema({ a }))).toEqual({ a: 2 });
    expect(warned(schema({ a }))).toEqual([ignored("/definitions/b")]);
    expect(warned(schema({ a, b: { $ref: "#/definitions/b" } }))).toEqual([]);
  });

  const modes = {
    oneOf: [
      group({ mode: { const: "live" }, size: { type: "number", default: 1 } }, { required: ["mode"] }),
      group({ mode: { const: "paper" }, cash: { default: 500 } }, { required: ["mode"] }),
    ],
  };

  it("in the only schema of oneOf that the config fits", () => {
    expect(effective(schemaOf({}, modes), { mode: "live" })).toEqual({ mode: "live", size: 1 });
    expect(effective(schemaOf({}, modes), { mode: "paper" })).toEqual({ mode: "paper", cash: 500 });
    expect(effective(schemaOf({ mode: { default: "paper" } }, modes))).toEqual({ mode: "paper", cash: 500 });
    expect(warned(schemaOf({}, modes))).toEqual([]);
  });

  it("of no schema that the config does not fit, also behind a reference", () => {
    const definitions = Object.fromEntries(modes.oneOf.map((one, index) => [`m${index}`, one]));
    const anyOf = [{ $ref: "#/definitions/m0" }, { $ref: "#/definitions/m1" }];
    const schema = schemaOf({}, { anyOf, definitions, not: { required: ["never"] } });
    expect(effective(schema, { mode: "paper" })).toEqual({ mode: "paper", cash: 500 });
  });

  it("before the rules are checked, whose order does not matter", () => {
    const schema = schemaOf(
      { a: one, b: {} },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of schemas
      { required: ["a"], if: { required: ["a"] }, then: { maxProperties: 1 } },
    );
    expect(effective(schema)).toEqual({ a: 1 });
  });

  it.each([false, true])(
    "in the branch that applies to what the bot gets, in any order of allOf",
    (reversed) => {
      const base = { properties: { mode: { default: "live" }, size: { default: 1 } } };
      const branch = {
        if: { required: ["mode"] },
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
        then: { properties: { limit: { default: 5 } }, required: ["limit"] },
        else: { properties: { limit: { default: 0 }, size: { default: 2 } } },
      };
      const allOf = reversed ? [branch, base] : [base, branch];
      expect(effective({ type: "object", allOf })).toEqual({ mode: "live", size: 1, limit: 5 });
    },
  );

  it("by dependencies of which one adds what another needs", () => {
    const b = { required: ["b"], properties: { b: { default: 2 } } };
    const c = { required: ["c"], properties: { c: { default: 3 } } };
    expect(effective(schemaOf({ a: one }, { dependencies: { b: c, a: b } }))).toEqual({ a: 1, b: 2, c: 3 });
  });

  it("in the only schema of oneOf that fits with what a branch adds", () => {
    const paper = { properties: { mode: { const: "paper" }, cash: { default: 100 } }, required: ["mode"] };
    const schema = schemaOf(
      {},
      {
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
        ...{ if: { not: { required: ["key"] } }, then: { properties: { mode: { default: "paper" } } } },
        oneOf: [paper, { required: ["key"] }],
      },
    );
    expect(effective(schema)).toEqual({ mode: "paper", cash: 100 });
  });

  it("of settings that are named as a property of every object", () => {
    const properties = JSON.parse(
      '{"constructor": {"default": 1}, "toString": {"default": 2}, "__proto__": {"default": 3}}',
    );
    expect(JSON.stringify(effective(schemaOf(properties)))).toBe(
      '{"constructor":1,"toString":2,"__proto__":3}',
    );
  });

  it("as a copy, so that two bots do not share it", () => {
    const schema = schemaOf({ a: { default: { list: [] } } });
    (effective(schema).a as { list: number[] }).list.push(1);
    expect(effective(schema)).toEqual({ a: { list: [] } });
  });
});

describe("an absent object", () => {
  const limits = { max: { type: "number", default: 5 }, min: { type: "number" } };

  it("is created if its defaults make it valid", () => {
    const schema = schemaOf({ risk: group({ limits: group(limits, { required: ["max"] }) }) });
    expect(effective(schema)).toEqual({ risk: { limits: { max: 5 } } });
    expect(warned(schema)).toEqual([]);
    const referred = schemaOf({ risk: { $ref: "#/definitions/r" } }, { definitions: { r: group(limits) } });
    expect(effective(referred)).toEqual({ risk: { max: 5 } });
  });

  it("stays absent if a setting without a default is required in it, which is reported", () => {
    const schema = schemaOf({ risk: group(limits, { required: ["min"] }) });
    expect(effective(schema)).toEqual({});
    expect(effective(schema, { risk: { min: 1 } })).toEqual({ risk: { min: 1, max: 5 } });
    expect(warned(schema)).toEqual([ignored("/properties/risk/properties/max")]);
    expect(problemsOf(schema)[0]).toMatchObject({ severity: "warning", line: 9, column: 17 });
    expect(formatProblem(problemsOf(schema)[0]!)).toContain('only to one that has "risk"');
    expect(warned({ ...schema, required: ["risk"] })).toEqual([]);
  });

  it("stays absent if its schema does not say that it is an object, which is reported", () => {
    for (const type of [undefined, ["object", "null"]]) {
      const schema = schemaOf({ risk: { ...(type && { type }), properties: limits } });
      expect(effective(schema)).toEqual({});
      expect(warned(schema)).toEqual([ignored("/properties/risk/properties/max")]);
    }
  });

  it("stays absent if the config would be invalid with it", () => {
    const oneOf = [{ required: ["limit"] }, { required: ["market"] }];
    const schema = schemaOf({ limit: group(limits), market: group(limits) }, { oneOf });
    expect(effective(schema, { limit: {} })).toEqual({ limit: { max: 5 } });
  });

  it("stays absent if its schema contains itself, which is reported", () => {
    const tree = group({ size: { default: 1 }, left: { $ref: "#/definitions/tree" } });
    const schema = schemaOf({ tree: { $ref: "#/definitions/tree" } }, { definitions: { tree } });
    expect(effective(schema)).toEqual({});
    expect(
      effective(schemaOf({ tree: { allOf: [{ $ref: "#/definitions/tree" }] } }, { definitions: { tree } })),
    ).toEqual({});
    expect(effective(schema, { tree: { left: {} } })).toEqual({ tree: { size: 1, left: { size: 1 } } });
    expect(warned(schema)).toEqual([ignored("/definitions/tree/properties/size")]);
  });

  it("is created quickly, or left absent, where its schema doubles at every step", () => {
    const definitions: Record<string, unknown> = { d28: group({ a: { default: 1 } }) };
    for (let step = 0; step < 28; step++) {
      const next = { $ref: `#/definitions/d${step + 1}` };
      definitions[`d${step}`] = group({ left: next, right: next });
    }
    expect(effective(schemaOf({ all: { $ref: "#/definitions/d20" } }, { definitions }))).toHaveProperty(
      "all.left.right",
    );
    expect(effective(schemaOf({ all: { $ref: "#/definitions/d0" } }, { definitions }))).toEqual({});
  });
});
