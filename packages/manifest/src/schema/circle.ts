import { isObject, type Path } from "../documents/pointer.ts";
import { type References, referencesOf } from "./references.ts";
import type { Schema, SchemaPlace } from "./walk.ts";

/** Keywords whose subschemas apply to the same value as the schema itself. */
const one = ["not", "if", "then", "else"];
const many = ["allOf", "anyOf", "oneOf"];

/**
 * Returns the path of a schema that refers back to itself without descending into the config, which would make
 * validation endless. A cycle through a setting or an array item ends with the config.
 */
export function endlessCircle(root: Schema): Path | undefined {
  const references = referencesOf(root);
  const ends = new Set<unknown>();
  const trail = new Set<unknown>();
  const follow = ({ schema, path }: SchemaPlace): Path | undefined => {
    if (!isObject(schema) || ends.has(schema)) return undefined;
    if (trail.has(schema)) return path;
    trail.add(schema);
    for (const step of stepsOf(schema, path, references)) {
      const found = follow(step);
      if (found) return found;
    }
    trail.delete(schema);
    ends.add(schema);
    return undefined;
  };
  for (const [schema, path] of references.paths) {
    const found = follow({ schema, path });
    if (found) return found;
  }
  return undefined;
}

function* stepsOf(schema: Schema, path: Path, references: References): Generator<SchemaPlace> {
  if (typeof schema.$ref === "string") {
    yield { schema: references.targets.get(schema)?.schema, path: [...path, "$ref"] };
    return;
  }
  for (const keyword of one) yield { schema: schema[keyword], path: [...path, keyword] };
  for (const keyword of many) {
    const list = schema[keyword];
    if (!Array.isArray(list)) continue;
    for (const [index, child] of list.entries()) yield { schema: child, path: [...path, keyword, index] };
  }
  if (!isObject(schema.dependencies)) return;
  for (const [name, child] of Object.entries(schema.dependencies))
    yield { schema: child, path: [...path, "dependencies", name] };
}
