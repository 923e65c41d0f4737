import { describe, expect, it } from "vitest";
import { validateConfig } from "../src/index.ts";

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
