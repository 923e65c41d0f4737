import { isObject, type Path } from "../documents/pointer.ts";

/** Limits of a bot-schema.json on everything that makes it slow to compile. Schemas of real bots are far below them. */
export const schemaLimits = {
  values: 2000,
  objects: 300,
  listed: 1000,
  branches: 100,
  references: 50,
  patterns: 50,
  patternCharacters: 5000,
};

type Limited = keyof typeof schemaLimits;

/** Names of the limits in messages. */
export const limitedWords: Record<Limited, string> = {
  values: "values",
  objects: "objects",
  listed: 'values in lists of "enum", "type", "required" and "dependencies"',
  branches: "branches (schemas in combinations, conditions, dependencies and patternProperties)",
  references: "different references",
  patterns: "different patterns",
  patternCharacters: "characters in patterns",
};

/** A limit that a schema exceeds, and the first position where it does. */
export type SchemaExcess = { limit: Limited; count: number; path: Path };

const combinations = ["allOf", "anyOf", "oneOf"];
const conditions = ["contains", "else", "if", "not", "propertyNames", "then"];

/**
 * Returns the exceeded limits. Counts before compiling, and in the whole document: a `$ref` can point to any object in
 * it, so objects under `default` or `x-…` are counted as schemas too.
 */
export function schemaExcesses(document: unknown): SchemaExcess[] {
  const counts: Record<Limited, number> = {
    values: 0,
    objects: 0,
    listed: 0,
    branches: 0,
    references: 0,
    patterns: 0,
    patternCharacters: 0,
  };
  const first = new Map<Limited, Path>();
  const references = new Set<string>();
  const patterns = new Set<string>();
  const path: (string | number)[] = [];

  function count(limit: Limited, by: number): void {
    counts[limit] += by;
    if (counts[limit] > schemaLimits[limit] && !first.has(limit)) first.set(limit, [...path]);
  }

  function countNew(limit: Limited, seen: Set<string>, text: unknown): void {
    if (typeof text !== "string" || seen.has(text)) return;
    seen.add(text);
    count(limit, 1);
    if (limit === "patterns") count("patternCharacters", text.length);
  }

  function keyword(name: string, value: unknown): void {
    if (Array.isArray(value)) {
      if (combinations.includes(name)) count("branches", value.length);
      if (["enum", "required", "type"].includes(name)) count("listed", value.length);
    }
    if (conditions.includes(name)) count("branches", 1);
    if (name === "$ref") countNew("references", references, value);
    if (name === "pattern") countNew("patterns", patterns, value);
    if (!isObject(value)) return;
    if (name === "dependencies" || name === "patternProperties") {
      for (const [key, member] of Object.entries(value)) {
        count("branches", 1);
        if (name === "patternProperties") countNew("patterns", patterns, key);
        else if (Array.isArray(member)) count("listed", member.length);
      }
    }
  }

  function visit(value: unknown): void {
    count("values", 1);
    if (typeof value !== "object" || value === null) return;
    const isList = Array.isArray(value);
    if (!isList) count("objects", 1);
    for (const [key, member] of isList ? value.entries() : Object.entries(value)) {
      path.push(key);
      if (typeof key === "string") keyword(key, member);
      visit(member);
      path.pop();
    }
  }

  visit(document);
  return [...first].map(([limit, at]) => ({ limit, count: counts[limit], path: at }));
}
