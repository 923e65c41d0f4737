import { isObject, type Path, pathOf } from "./pointer.ts";

/** Keywords whose subschemas apply to the same value as the schema itself. */
const one = ["not", "if", "then", "else"];
const many = ["allOf", "anyOf", "oneOf"];

type Schema = Record<string, unknown>;
type Step = { schema: unknown; path: Path };

/**
 * Returns the path of a schema that refers back to itself without descending into the config, which would make
 * validation endless. A cycle through a setting or an array item ends with the config.
 */
export function endlessCircle(
  root: Schema,
  starts: Iterable<{ schema: Schema; path: Path }>,
): Path | undefined {
  const ends = new Set<unknown>();
  const trail = new Set<unknown>();
  const follow = ({ schema, path }: Step): Path | undefined => {
    if (!isObject(schema) || ends.has(schema)) return undefined;
    if (trail.has(schema)) return path;
    trail.add(schema);
    for (const step of stepsOf(schema, path, root)) {
      const found = follow(step);
      if (found) return found;
    }
    trail.delete(schema);
    ends.add(schema);
    return undefined;
  };
  for (const start of starts) {
    const found = follow(start);
    if (found) return found;
  }
  return undefined;
}

function* stepsOf(schema: Schema, path: Path, root: Schema): Generator<Step> {
  if (typeof schema.$ref === "string") yield { schema: referred(root, schema.$ref), path: [...path, "$ref"] };
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

/** Resolves `#` and `#/…`, from the root. Other references are left to the schema compiler. */
export function referred(root: Schema, ref: string): unknown {
  if (!/^#(?:\/|$)/.test(ref)) return undefined;
  let found: unknown = root;
  for (const part of pathOf(decoded(ref.slice(1)))) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, part)) return undefined;
    found = (found as Schema)[part];
  }
  return found;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
