import { isObject, type Path } from "./pointer.ts";

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

/** Yields every schema object in a schema with its path, the root first; not the values of `default` and `enum`. */
export function* subschemas(
  schema: unknown,
  path: Path = [],
): Generator<{ schema: Record<string, unknown>; path: Path }> {
  if (!isObject(schema)) return;
  yield { schema, path };
  for (const keyword of one) {
    if (isObject(schema[keyword])) yield* subschemas(schema[keyword], [...path, keyword]);
  }
  for (const keyword of many) {
    const list = schema[keyword];
    if (!Array.isArray(list)) continue;
    for (const [index, child] of list.entries()) yield* subschemas(child, [...path, keyword, index]);
  }
  for (const keyword of named) {
    const children = schema[keyword];
    if (!isObject(children)) continue;
    for (const [name, child] of Object.entries(children)) yield* subschemas(child, [...path, keyword, name]);
  }
}

/** Keywords of draft-07, and the annotation `deprecated` of later drafts. */
export const schemaKeywords = [
  ...[
    "$comment",
    "$id",
    "$ref",
    "$schema",
    "additionalItems",
    "additionalProperties",
    "allOf",
    "anyOf",
    "const",
  ],
  ...[
    "contains",
    "contentEncoding",
    "contentMediaType",
    "default",
    "definitions",
    "dependencies",
    "deprecated",
  ],
  ...[
    "description",
    "else",
    "enum",
    "examples",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "format",
    "if",
    "items",
  ],
  ...[
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
  ],
  ...[
    "multipleOf",
    "not",
    "oneOf",
    "pattern",
    "patternProperties",
    "properties",
    "propertyNames",
    "readOnly",
  ],
  ...["required", "then", "title", "type", "uniqueItems", "writeOnly"],
];
