import { isObject, type Path, pointerOf } from "../documents/pointer.ts";
import { type References, referencesOf } from "./references.ts";
import type { Schema } from "./walk.ts";

/**
 * Returns a copy of a schema that means the same to Ajv as the original does in draft-07: references lead to a path in
 * the schema of this name, `$id` and `$schema` are left out, and rules for a setting named `__proto__`, which Ajv skips, are written so that they count.
 */
export function plainSchema(root: Schema, name: string): Schema {
  return copy(root, referencesOf(root), name) as Schema;
}

/** The reference by which {@link plainSchema} refers to a schema. */
export function referenceTo(path: Path): string {
  return `#${pointerOf(path.map((part) => encodeURIComponent(part)))}`;
}

function copy(value: unknown, references: References, name: string): unknown {
  if (Array.isArray(value)) return value.map((item) => copy(item, references, name));
  if (!isObject(value)) return value;
  const isSchema = references.paths.has(value);
  const members = Object.entries(value)
    .filter(([key, member]) => !(names.includes(key) && typeof member === "string"))
    .map(([key, member]) => [
      key,
      isSchema && values.includes(key) ? member : copy(member, references, name),
    ]);
  // Unlike an assignment, this makes "__proto__" an ordinary key.
  const copied = Object.fromEntries(members) as Schema;
  const target = references.targets.get(value);
  if (target) copied.$ref = name + referenceTo(target.path);
  return isSchema && !target ? withProto(copied) : copied;
}

/** Ajv looks for names of schemas in every object, also where draft-07 has none. */
const names = ["$id", "$schema", "$anchor", "$dynamicAnchor"];
const values = ["const", "default", "enum"];
const proto = "__proto__";

function withProto(schema: Schema): Schema {
  const { properties, dependencies } = schema;
  const added: Schema = {};
  if (isObject(properties) && Object.hasOwn(properties, proto)) {
    const patterns = isObject(schema.patternProperties) ? schema.patternProperties : {};
    const own = { [`^${proto}$`]: properties[proto] };
    added.patternProperties = { ...patterns, ...own };
  }
  if (isObject(dependencies) && Object.hasOwn(dependencies, proto)) {
    const needed = dependencies[proto];
    const rule = Array.isArray(needed) ? { required: needed } : needed;
    const all = Array.isArray(schema.allOf) ? schema.allOf : [];
    added.allOf = [...all, { anyOf: [{ not: { required: [proto] } }, rule] }];
  }
  return { ...schema, ...added };
}
