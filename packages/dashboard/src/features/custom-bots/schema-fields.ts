import { readSchema, type Schema } from "../../ui/schema-form/schema.ts";
import { rulesOf } from "../../ui/schema-form/words.ts";

/** A field of a configuration, as a row for people. */
export interface FieldRow {
  /** Names from the outside in, with a dot between; items of a list have `[]`. */
  path: string;
  type: string;
  required: boolean;
  rules: string;
  /** As JSON; absent if there is none. */
  standard: string | undefined;
  description: string | undefined;
}

const deepest = 5;

/** Returns the fields of a configuration schema, each object before its own. `undefined` for a text that is not JSON. */
export function fieldsOf(text: string): FieldRow[] | undefined {
  try {
    return rowsOf(readSchema(text), "", 0);
  } catch {
    return undefined;
  }
}

function rowsOf({ properties, required, items }: Schema, prefix: string, depth: number): FieldRow[] {
  if (depth === deepest) return [];
  if (items && !Array.isArray(items)) return rowsOf(items, prefix === "" ? "" : `${prefix}[]`, depth + 1);
  return Object.entries(properties ?? {}).flatMap(([name, given]) => {
    // A schema can be just `true`: any value.
    const field: Schema = typeof given === "object" && given !== null ? given : {};
    const { type: _, ...bounds } = field;
    const path = prefix === "" ? name : `${prefix}.${name}`;
    const row: FieldRow = {
      path,
      type: typeOf(field),
      required: Array.isArray(required) && required.includes(name),
      rules: rulesOf(bounds),
      standard: field.default === undefined ? undefined : JSON.stringify(field.default),
      description: field.description,
    };
    return [row, ...rowsOf(field, path, depth + 1)];
  });
}

function typeOf(schema: Schema): string {
  const { type, enum: choices, const: only, items, writeOnly, format, oneOf, anyOf } = schema;
  if (choices) return choices.map((value) => JSON.stringify(value)).join(" or ");
  if (only !== undefined) return JSON.stringify(only);
  if (writeOnly || format === "password") return "secret text";
  const kinds = oneOf ?? anyOf;
  if (kinds?.length) return [...new Set(kinds.map((one) => one.title ?? typeOf(one)))].join(" or ");
  if (type === "array" && items && !Array.isArray(items) && items.type)
    return `list of ${[items.type].flat().join(" or ")}`;
  return type === undefined ? "any value" : [type].flat().join(" or ");
}
