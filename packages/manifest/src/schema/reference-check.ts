import { describe, show } from "../documents/fields.ts";
import { isObject } from "../documents/pointer.ts";
import { endlessCircle } from "./circle.ts";
import { schemaKeywords } from "./keywords.ts";
import { referencesOf } from "./references.ts";
import type { Report } from "./report.ts";
import type { Schema } from "./walk.ts";

/**
 * Reports the references that lead nowhere, and the keywords beside a reference. The compiler would report only the first
 * reference without a target, and not where it is.
 */
export function checkReferences(root: Schema, report: Report): number {
  const { paths, targets, remote } = referencesOf(root);
  let faults = 0;
  for (const [schema, path] of paths) {
    const ref = schema.$ref;
    if (typeof ref !== "string") continue;
    for (const keyword of Object.keys(schema)) {
      if (!schemaKeywords.includes(keyword) || harmless.includes(keyword)) continue;
      const message = `${show(keyword)} is beside "$ref", so it has no effect: draft-07 ignores it.`;
      const next = 'Write "allOf": [{ "$ref": … }] instead of "$ref".';
      report([...path, keyword], "bot_schema.ignored_keyword", message, next, "warning");
    }
    const target = targets.get(schema)?.schema;
    if (isObject(target) || typeof target === "boolean") continue;
    faults++;
    if (remote.has(schema)) {
      const message = `"$ref" is ${show(ref)}; only references within the schema are supported.`;
      const next = 'Copy the referenced schema to "definitions" and refer to it as "#/definitions/…".';
      report([...path, "$ref"], "bot_schema.remote_ref", message, next);
    } else {
      const what = target === undefined ? "not in the schema" : `${describe(target)} and not a schema`;
      const message = `"$ref" is ${show(ref)}, which is ${what}.`;
      report([...path, "$ref"], "bot_schema.invalid_schema", message, "Define it, or correct the reference.");
    }
  }
  return faults;
}

/** Keywords that check nothing, and those that hide a value, which also count beside a reference. */
const harmless = [
  ...["$comment", "$id", "$ref", "$schema", "default", "definitions", "deprecated", "description"],
  ...["examples", "readOnly", "title", "writeOnly"],
];

export function checkCircles(schema: Schema, report: Report): number {
  const path = endlessCircle(schema);
  if (path === undefined) return 0;
  const message =
    "This schema refers back to itself without descending into the config, so no value can be checked against it.";
  const next = 'Remove one reference of the cycle, or route it through "properties" or "items".';
  report(path, "bot_schema.invalid_schema", message, next);
  return 1;
}
