import { expect, test } from "vitest";
import { WrittenNumber } from "../../src/lib/exact-json.ts";
import { firstValue } from "../../src/ui/schema-form/first-value.ts";
import { branchOf } from "../../src/ui/schema-form/fits.ts";
import { alternativesOf, readSchema, type Schema } from "../../src/ui/schema-form/schema.ts";

const kinds = (...all: object[]): Schema[] =>
  all.map((kind) => ({ type: "object", properties: { kind, size: { type: "number" } }, required: ["kind"] }));
const fields: Schema[] = ["price", "size"].map((name) => ({
  ...{ type: "object", properties: { [name]: { type: "number" } }, required: [name] },
}));

test.each<[string, Schema[], unknown, unknown]>([
  ["a constant", kinds({ const: "live" }, { const: "paper" }), { kind: "live" }, { kind: "paper" }],
  ["an enumeration", kinds({ enum: ["a", "b"] }, { enum: ["c", "d"] }), { kind: "b" }, {}],
  ["one choice", kinds({ enum: ["live"] }, { enum: ["paper"] }), { kind: "live" }, { kind: "paper" }],
  ["the names of fields", fields, { price: 1 }, {}],
  ["types", [{ type: "string" }, { type: "number", minimum: 2 }], "all", 2],
  ["null", [{ type: "null" }, { type: "number" }], null, 0],
  [
    "lists",
    [
      { type: "array", items: { type: "string" } },
      { type: "array", items: fields[1]! },
    ],
    ["a"],
    [],
  ],
  [
    "fields of fields",
    ["a", "b"].map((one) => ({ properties: { at: kinds({ const: one })[0]! } })),
    { at: { kind: "a" } },
    {},
  ],
])("alternatives told apart by %s begin with the default only if it is theirs", (_, oneOf, value, other) => {
  const [first, second] = alternativesOf({ default: value, oneOf })!;
  expect([firstValue(first!), firstValue(second!)]).toEqual([value, other]);
  expect([branchOf(value, oneOf), branchOf(value, oneOf.toReversed())]).toEqual([0, 1]);
});

test("a value that is not complete is of the alternative that it may become", () => {
  const all = kinds({ enum: ["a", "b"] }, { enum: ["c", "d"] }).map((one) => ({
    ...one,
    required: ["kind", "size"],
  }));
  expect(branchOf({ kind: "d" }, all)).toBe(1);
  expect(branchOf({ kind: "d", size: "1." }, all)).toBe(0);
  expect(branchOf("none of them", all)).toBe(-1);
  expect(branchOf({}, kinds({ const: "live" }, { const: "paper" }))).toBe(-1);
});

test("numbers and secrets that are not shown are of their alternatives", () => {
  const secret: Schema = { properties: { pin: { type: "number", writeOnly: true } }, required: ["pin"] };
  expect(branchOf({ pin: "********" }, [fields[0]!, secret])).toBe(1);
  expect(branchOf(new WrittenNumber("12345678901234567891"), [{ type: "string" }, { type: "integer" }])).toBe(
    1,
  );
  expect(branchOf(1.5, [{ type: "integer" }, { type: "number" }])).toBe(1);
});

test("a field beside others that only require one stays in the one form of all", () => {
  const schema: Schema = { properties: { a: {}, b: {} }, anyOf: [{ required: ["a"] }, { required: ["b"] }] };
  expect(alternativesOf(schema)).toBeUndefined();
});

test("a field whose schema is true takes any value", () => {
  const { properties } = readSchema('{"properties":{"a":true}}');
  expect([properties, branchOf({ a: 1 }, [{ properties: properties! }])]).toEqual([{ a: {} }, 0]);
});
