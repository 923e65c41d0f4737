import { alternativesOf, choicesOf, type Schema, typeOf } from "./schema.ts";

/** The value with which a new item, or another alternative, begins. */
export function firstValue(schema: Schema): unknown {
  if (schema.default !== undefined) return schema.default;
  const [choice] = choicesOf(schema) ?? [];
  if (choice) return choice.value;
  const [alternative] = alternativesOf(schema) ?? [];
  if (alternative) return firstValue(alternative);
  switch (typeOf(schema)) {
    case "object": {
      const fixed = Object.entries(schema.properties ?? {}).filter(([, one]) => "const" in one);
      return Object.fromEntries(fixed.map(([name, one]) => [name, one.const]));
    }
    case "array":
      return [];
    case "boolean":
      return false;
    case "number":
    case "integer":
      return schema.minimum ?? 0;
    case "string":
      return "";
    default:
      return null;
  }
}
