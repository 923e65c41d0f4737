import { expect, test } from "vitest";
import {
  alternativesOf,
  choicesOf,
  kindOf,
  readSchema,
  type Schema,
} from "../../src/ui/schema-form/schema.ts";
import { hideSecrets } from "../../src/ui/schema-form/secrets.ts";
import { placeholderOf, rulesOf } from "../../src/ui/schema-form/words.ts";

test.each<[Schema, string]>([
  [{ type: "string" }, "text"],
  [{ type: ["string", "null"] }, "text"],
  [{ type: ["string", "number"] }, "json"],
  [{ type: "string", format: "password" }, "secret"],
  [{ type: "string", writeOnly: true }, "secret"],
  [{ type: "integer" }, "number"],
  [{ type: "boolean" }, "boolean"],
  [{ enum: [1, "two", null] }, "choice"],
  [{ const: "one" }, "choice"],
  [{ oneOf: [{ const: 1, title: "One" }, { const: 2 }] }, "choice"],
  [{ anyOf: [{ type: "string" }, { type: "number" }] }, "alternatives"],
  [{ properties: { a: {} } }, "object"],
  [{ type: "object" }, "json"],
  [{ type: "array", items: { type: "object", properties: {} } }, "list"],
  [{ type: "array", items: [{ type: "string" }] }, "json"],
  [{}, "json"],
])("%j is entered as %s", (schema, kind) => {
  expect(kindOf(schema)).toBe(kind);
});

test("a schema that is not an object has no fields", () => {
  expect(readSchema("true")).toEqual({});
});

test("references are followed, also of a schema that contains itself", () => {
  const schema = readSchema(
    `{"properties":{"a":{"$ref":"#/definitions/b~1c"},"default":{"$ref":"#/definitions/b~1c"}},
      "definitions":{"b/c":{"type":"object","properties":{"next":{"$ref":"#/definitions/b~1c"}}}}}`,
  );
  const found = schema.properties!.a!;
  expect([found.type, schema.properties!.default]).toEqual(["object", found]);
  expect(found.properties!.next).toBe(found);
});

test("a reference to nothing, to itself or to another document stays as it is", () => {
  for (const ref of ["#/nothing", "#/properties/a", "https://example.com/x"])
    expect(readSchema(JSON.stringify({ properties: { a: { $ref: ref } } })).properties!.a).toEqual({
      $ref: ref,
    });
});

test("what a default or a const contains is a value, not a schema", () => {
  const { properties } = readSchema(
    '{"definitions":{"d":{}},"properties":{"a":{"default":{"$ref":"#/definitions/d"}}}}',
  );
  expect(properties!.a!.default).toEqual({ $ref: "#/definitions/d" });
});

test("the fields of allOf are beside the others", () => {
  const schema = readSchema('{"properties":{"a":{}},"allOf":[{"properties":{"b":{}},"required":["b"]}]}');
  expect([Object.keys(schema.properties!), schema.required]).toEqual([["a", "b"], ["b"]]);
});

test("an alternative has what is required of all", () => {
  const [one] = alternativesOf({
    type: "object",
    properties: { a: {} },
    oneOf: [{ properties: { b: {} } }],
  })!;
  expect(one).toEqual({ type: "object", properties: { a: {}, b: {} } });
});

test("choices have the titles of their constants", () => {
  const names = choicesOf({ oneOf: [{ const: 1, title: "One" }, { const: "two" }] })!.map(({ name }) => name);
  expect(names).toEqual(["One", "two"]);
});

test("rules and placeholders keep the digits of the schema", () => {
  const schema = readSchema('{"type":"integer","maximum":9223372036854775807,"default":9007199254740993}');
  expect(rulesOf(schema)).toBe("a whole number, at most 9223372036854775807");
  expect(placeholderOf(schema)).toBe("default: 9007199254740993");
});

test("secrets are hidden by their schema and by their names, at any depth", () => {
  const secret = { type: "string", writeOnly: true };
  const schema: Schema = {
    properties: {
      list: { type: "array", items: { properties: { key: secret } } },
      either: { oneOf: [{ type: "number" }, { properties: { pin: { type: "number", writeOnly: true } } }] },
    },
    additionalProperties: { properties: { deep: secret } },
  };
  const value = {
    list: [{ key: "a", open: 1 }],
    either: { pin: 4 },
    any: { deep: "b" },
    api_key: "c",
    empty_secret: "",
  };
  expect(hideSecrets(schema, value)).toEqual({
    list: [{ key: "********", open: 1 }],
    either: { pin: "********" },
    any: { deep: "********" },
    api_key: "********",
    empty_secret: "",
  });
});
