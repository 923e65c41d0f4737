import { isObject } from "../../lib/changes.ts";
import { WrittenNumber } from "../../lib/exact-json.ts";
import { alternativesOf, choicesOf, kindOf, type Schema } from "./schema.ts";
import { hiddenValue } from "./secrets.ts";

/** Whether the field for a schema can show the value without losing a part of it. */
export function fits(value: unknown, schema: Schema): boolean {
  switch (kindOf(schema)) {
    case "choice":
      return choicesOf(schema)!.some((one) => JSON.stringify(one.value) === JSON.stringify(value));
    case "alternatives":
      return alternativesOf(schema)!.some((one) => fits(value, one));
    case "text":
    case "secret":
      // A text field drops carriage returns.
      return typeof value === "string" && !value.includes("\r");
    case "number":
      return typeof value === "number" || value instanceof WrittenNumber;
    case "boolean":
      return typeof value === "boolean";
    case "object":
      return (
        isObject(value) &&
        Object.entries(schema.properties!).every(
          ([name, one]) =>
            !("const" in one) ||
            !Object.hasOwn(value, name) ||
            JSON.stringify(value[name]) === JSON.stringify(one.const),
        ) &&
        (schema.required ?? []).every(
          (name) => !("const" in (schema.properties![name] ?? {})) || Object.hasOwn(value, name),
        )
      );
    case "list":
      return Array.isArray(value);
    default:
      return true;
  }
}

/**
 * Whether a value satisfies what tells alternatives apart: types, constants and names of fields. Bounds and patterns are left
 * to the platform. Without `needsAll`, fields may be missing.
 */
export function matches(value: unknown, schema: Schema, needsAll = true): boolean {
  // A schema may also be true or false.
  if (typeof schema !== "object") return schema;
  if (value === hiddenValue) return true;
  const { type, oneOf, anyOf, allOf = [], properties = {}, required = [], items } = schema;
  const choices = "const" in schema ? [schema.const] : schema.enum;
  if (type !== undefined && ![type].flat().some((one) => isOfType(value, one))) return false;
  if (choices && !choices.some((one) => JSON.stringify(one) === JSON.stringify(value))) return false;
  const isMatch = (one: Schema) => matches(value, one, needsAll);
  if (!allOf.every(isMatch) || ![oneOf, anyOf].every((some) => !some || some.some(isMatch))) return false;
  if (Array.isArray(value) && items && !Array.isArray(items))
    return value.every((item) => matches(item, items, needsAll));
  if (!isObject(value)) return true;
  const isClosed = schema.additionalProperties === false && !schema.patternProperties;
  return (
    (!needsAll || required.every((name) => Object.hasOwn(value, name))) &&
    Object.entries(value).every(([name, item]) =>
      Object.hasOwn(properties, name) ? matches(item, properties[name]!, needsAll) : !isClosed,
    )
  );
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    case "number":
      return typeof value === "number" || value instanceof WrittenNumber;
    case "integer":
      return Number.isInteger(value) || value instanceof WrittenNumber;
    default:
      return typeof value === type;
  }
}

/** Which of some schemas a value is of: one that it satisfies, or else one that it may become; -1 if there is none. */
export function branchOf(value: unknown, all: readonly Schema[]): number {
  if (value === undefined) return -1;
  const tests = [
    (one: Schema) => matches(value, one),
    (one: Schema) => fits(value, one) && matches(value, one, false),
    (one: Schema) => fits(value, one),
  ];
  return tests.reduce((found, test) => (found < 0 ? all.findIndex(test) : found), -1);
}
