import { isObject, type Path } from "../documents/pointer.ts";

/** The draft-07 keywords that contain schemas, by the form of their values. */
const one = [
  "additionalItems",
  "additionalProperties",
  "contains",
  "else",
  "if",
  "items",
  "not",
  "propertyNames",
  "then",
];
const many = ["allOf", "anyOf", "items", "oneOf"];
const named = ["definitions", "dependencies", "patternProperties", "properties"];

export type Schema = Record<string, unknown>;
export type SchemaPlace = { schema: unknown; path: Path };

/** Yields the schemas directly inside a schema, with their paths; not the values of `default` and `enum`. */
export function* schemasIn(schema: Schema, path: Path): Generator<SchemaPlace> {
  for (const keyword of one) {
    if (isObject(schema[keyword])) yield { schema: schema[keyword], path: [...path, keyword] };
  }
  for (const keyword of many) {
    const list = schema[keyword];
    if (!Array.isArray(list)) continue;
    for (const [index, child] of list.entries()) yield { schema: child, path: [...path, keyword, index] };
  }
  for (const keyword of named) {
    const children = schema[keyword];
    if (!isObject(children)) continue;
    for (const [name, child] of Object.entries(children))
      yield { schema: child, path: [...path, keyword, name] };
  }
}
