import { isObject } from "../../lib/changes.ts";
import { WrittenNumber } from "../../lib/exact-json.ts";
import { alternativesOf, choicesOf, kindOf, type Schema } from "./schema.ts";

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
