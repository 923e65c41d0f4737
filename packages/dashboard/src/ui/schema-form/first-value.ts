import { matches } from "./fits.ts";
import { alternativesOf, choicesOf, type Schema, typeOf } from "./schema.ts";

/** The value with which a new item, or another alternative, begins. */
export function firstValue(schema: Schema): unknown {
  // The default of several alternatives may be that of another one.
  if (schema.default !== undefined && matches(schema.default, schema)) return schema.default;
  const [choice] = choicesOf(schema) ?? [];
  if (choice) return choice.value;
  const [alternative] = alternativesOf(schema) ?? [];
  if (alternative) return firstValue(alternative);
  switch (typeOf(schema)) {
    case "object": {
      const fixed = Object.entries(schema.properties ?? {}).flatMap(([name, one]) => {
        const choices = choicesOf(one);
        return choices?.length === 1 ? [[name, choices[0]!.value]] : [];
      });
      return Object.fromEntries(fixed);
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
