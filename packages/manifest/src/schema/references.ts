import { isObject, type Path, pathOf } from "../documents/pointer.ts";
import { type Schema, type SchemaPlace, schemasIn } from "./walk.ts";

/** What the references of a schema mean. Only the schema itself is read; nothing is fetched. */
export type References = {
  /** The path of every schema object, the root's first: also of those that only a reference makes a schema. */
  paths: Map<Schema, Path>;
  /** The schema that each `$ref` leads to. A reference that is missing here leads nowhere. */
  targets: Map<Schema, { schema: unknown; path: Path }>;
  /** The schemas whose `$ref` leads out of the file. */
  remote: Set<Schema>;
};

const known = new WeakMap<Schema, References>();

/** Resolves every `$ref` as draft-07 does: relative to the nearest `$id` around it. */
export function referencesOf(root: Schema): References {
  const references = known.get(root) ?? resolve(root);
  known.set(root, references);
  return references;
}

/** The base of a schema without an absolute `$id`. */
const nameless = "http://schema.invalid/";

function resolve(root: Schema): References {
  const found: References = { paths: new Map(), targets: new Map(), remote: new Set() };
  const documents = new Map<string, SchemaPlace>([[nameless, { schema: root, path: [] }]]);
  const waiting: { schema: Schema; ref: string; base: string }[] = [];

  function visit(schema: unknown, path: Path, around: string): void {
    if (!isObject(schema) || found.paths.has(schema)) return;
    found.paths.set(schema, path);
    let base = around;
    if (typeof schema.$ref === "string") waiting.push({ schema, ref: schema.$ref, base });
    else if (typeof schema.$id === "string") {
      const id = absolute(schema.$id, around);
      if (id !== undefined && !documents.has(id)) documents.set(id, { schema, path });
      if (id !== undefined && !id.includes("#")) base = id;
    }
    for (const child of schemasIn(schema, path)) visit(child.schema, child.path, base);
  }

  visit(root, [], nameless);
  for (const { schema, ref, base } of waiting) {
    const uri = absolute(ref, base);
    const [document = "", fragment = ""] = uri?.split("#") ?? [];
    const whole = documents.get(document);
    const target = documents.get(uri ?? "") ?? (whole && inside(whole, decoded(fragment)));
    if (whole === undefined) found.remote.add(schema);
    if (target === undefined) continue;
    found.targets.set(schema, target);
    // What lies under an unknown keyword is a schema once a reference leads there.
    visit(target.schema, target.path, document);
  }
  return found;
}

/** A URI without an empty fragment; nothing for what is no URI. */
function absolute(reference: string, base: string): string | undefined {
  return URL.canParse(reference, base) ? new URL(reference, base).href.replace(/#$/, "") : undefined;
}

function inside(from: SchemaPlace, pointer: string): SchemaPlace | undefined {
  if (pointer !== "" && !pointer.startsWith("/")) return undefined;
  let schema: unknown = from.schema;
  const path = pathOf(pointer);
  for (const part of path) {
    if (typeof schema !== "object" || schema === null || !Object.hasOwn(schema, part)) return undefined;
    schema = (schema as Schema)[part];
  }
  return { schema, path: [...from.path, ...path] };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
