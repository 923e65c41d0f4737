import { describe, expect, it } from "vitest";
import { validateConfig } from "../src/index.ts";
import { effective, group, ignored, problemsOf, schemaOf, warned } from "./schema-defaults.ts";

describe("a default that is not added to every config is reported with its place", () => {
  const place = (pointer: string, schema: unknown) => expect(warned(schema)).toContain(ignored(pointer));

  it.each(["not", "if", "contains", "propertyNames"])("in %s", (keyword) => {
    const schema = schemaOf({ a: { [keyword]: group({ b: { default: 1 } }) } });
    place(`/properties/a/${keyword}/properties/b`, schema);
    expect(problemsOf(schema).find(({ code }) => code === "bot_schema.default_ignored")).toMatchObject({
      message: expect.stringContaining(`inside "${keyword}"`),
      line: expect.any(Number),
      column: expect.any(Number),
    });
  });

  it("in anyOf, of which a config may fit several", () => {
    const schema = schemaOf({}, { anyOf: [group({ a: { default: 1 } }), group({ b: {} })] });
    place("/anyOf/0/properties/a", schema);
    expect(effective(schema)).toEqual({});
    expect(effective(schema, { b: 1 })).toEqual({ b: 1 });
  });

  it("of a whole schema of oneOf, of the items of a list, and of the config itself", () => {
    place(
      "/properties/a/oneOf/0",
      schemaOf({ a: { oneOf: [{ default: 1, type: "number" }, { type: "null" }] } }),
    );
    place("/properties/a/items", schemaOf({ a: { items: { default: 1 } } }));
    place("/additionalProperties", { type: "object", additionalProperties: { default: 1 } });
    place("", schemaOf({}, { default: {} }));
  });

  it("in a definition that is not used", () => {
    place("/definitions/b", schemaOf({ a: {} }, { definitions: { b: { default: 1 } } }));
  });

  it("of two that differ, the second; with the same value, none", () => {
    const two = (second: number) =>
      schemaOf({ a: { default: 1 } }, { allOf: [group({ a: { default: second } })] });
    expect(effective(two(2))).toEqual({ a: 1 });
    expect(warned(two(2))).toEqual([ignored("/allOf/0/properties/a")]);
    expect(problemsOf(two(2))[0]!.message).toContain('1 at "/properties/a" comes first');
    expect(warned(two(1))).toEqual([]);
    place(
      "/oneOf/0/properties/a",
      schemaOf({ a: { default: 1 } }, { oneOf: [group({ a: { default: 2 } })] }),
    );
    place("/properties/a/allOf/1", schemaOf({ a: { allOf: [{ default: 1 }, { default: 2 }] } }));
  });
});

describe("an invalid default is reported", () => {
  const refused = (pointer: string) => `bot_schema.default_refused ${pointer}/default`;

  it.each([
    ["/properties/a", schemaOf({ a: { type: "number", default: "x" } })],
    ["/properties/a/properties/b", schemaOf({ a: group({ b: { maximum: 1, default: 2 } }) })],
    [
      "/properties/a/items/properties/b",
      schemaOf({ a: { items: group({ b: { multipleOf: 0.01, default: 0.001 } }) } }),
    ],
    ["/oneOf/0/properties/b", schemaOf({}, { oneOf: [group({ b: { pattern: "^a", default: "b" } })] })],
    ["/properties/a", schemaOf({ a: { default: 1 } }, { allOf: [group({ a: { minimum: 2 } })] })],
  ])("at %s", (pointer, schema) => {
    expect(warned(schema)).toContain(refused(pointer));
  });

  it("but not one that only lacks what other defaults add", () => {
    expect(warned(schemaOf({ a: group({ b: { default: 1 } }, { default: {}, required: ["b"] }) }))).toEqual(
      [],
    );
  });
});

it("defaults beyond the largest config are refused, however often they are repeated", () => {
  const items = group({ text: { default: "x".repeat(60_000) } });
  const config = { list: Array.from({ length: 20_000 }, () => ({})) };
  expect(validateConfig(schemaOf({ list: { items } }), config).problems).toMatchObject([
    { keyword: "maxBytes" },
  ]);
});

it("a default that contains itself is reported, and no config is endless", () => {
  const node = group({ child: { allOf: [{ $ref: "#/definitions/node" }], default: {} } });
  const schema = schemaOf({ tree: { $ref: "#/definitions/node" } }, { definitions: { node } });
  expect(problemsOf({ ...schema, required: ["tree"] })).toMatchObject([
    { code: "bot_schema.default_refused", message: expect.stringContaining("nested deeper than 32 levels") },
  ]);
  expect(validateConfig(schema, { tree: {} }).problems).toMatchObject([{ keyword: "maxDepth" }]);
  expect(effective(schema)).toEqual({});
});

it("a check that was interrupted does not spoil the ones after it", () => {
  const branch = (name: string) =>
    group({ [name]: { type: "array", uniqueItems: true }, a: { default: 1 } }, { required: [name] });
  const schema = schemaOf({}, { oneOf: [branch("x"), branch("y")] });
  const slow = { x: Array.from({ length: 9000 }, (_, index) => [index]) };
  expect(validateConfig(schema, slow).problems).toMatchObject([{ keyword: "timeout" }]);
  expect(effective(schema, { y: [1] })).toEqual({ y: [1], a: 1 });
});
