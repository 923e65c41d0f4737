import { isObject, type Path, pathOf, pointerOf } from "../documents/pointer.ts";
import { isSecretReference, type SecretReference } from "../secrets/references.ts";
import { referencesOf } from "./references.ts";
import { patternOf, secretNames } from "./secret-names.ts";

/** Replacement for a secret value. */
export const hiddenValue = "********";

const { strong, tokens } = secretNames;

/** In a config, `pass`, `pwd` and `session_key` have no other meaning. */
const always = patternOf([...strong, "pass", "pwd", "session key"], "_?");

const secretWords = new RegExp(`(?:^|_)(?:(?:${always})s?|(?:${tokens.join("|")})_?tokens?)(?:_|$)`);

/** Returns true if a key's name says that its value is a secret. `base_token` and `token_symbol` do not. */
export function isSecretKey(key: string): boolean {
  return secretWords.test(snakeCase(key));
}

/** A key named only `token` may be the symbol of a coin or a credential; only credentials are long. */
function isSecretToken(key: string, value: unknown): boolean {
  return /^tokens?$/.test(snakeCase(key)) && typeof value === "string" && value.length >= 8;
}

function snakeCase(key: string): string {
  return key
    .slice(0, 200)
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1_$2")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .toLowerCase();
}

/**
 * Returns the secret strings of a config: values whose key looks secret, and values whose schema has `writeOnly`,
 * `format: "password"` or `x-secret`, including everything inside them. Empty strings are skipped.
 */
export function secretPaths(
  schema: Record<string, unknown>,
  config: unknown,
): { pointer: string; value: string }[] {
  const found: { pointer: string; value: string }[] = [];
  for (const { path, value } of secretValues(schema, config)) {
    if (typeof value === "string" && value !== "") found.push({ pointer: pointerOf(path), value });
  }
  return found;
}

/** Returns the places of the secrets of a config, including numbers and booleans. */
export const secretPlaces = (schema: Record<string, unknown>, config: unknown): Path[] =>
  [...secretValues(schema, config)].map(({ path }) => path);

/** Returns a copy of the config with its secrets replaced by `********`, including numbers and booleans. */
export function hideSecrets<Config>(schema: Record<string, unknown>, config: Config): Config {
  const copy = structuredClone(config);
  for (const { path } of secretValues(schema, config)) {
    let parent: unknown = copy;
    for (const part of path.slice(0, -1)) parent = (parent as Record<string, unknown>)[part];
    const holder = parent as Record<string, unknown>;
    Object.defineProperty(holder, String(path.at(-1)), {
      value: hiddenValue,
      configurable: true,
      enumerable: true,
      writable: true,
    });
  }
  return copy;
}

/** Returns a function that tells whether the value at a pointer, or one that contains it, is secret. */
export function secretPointers(
  schema: Record<string, unknown>,
  config: unknown,
): (pointer: string) => boolean {
  const secret = [...secretValues(schema, config)].map((found) => found.path.map(String));
  return (pointer) => {
    const path = pathOf(pointer);
    return secret.some((found) => found.every((part, index) => index >= path.length || part === path[index]));
  };
}

type Found = { path: Path; value: unknown };

function* secretValues(schema: Record<string, unknown>, config: unknown): Generator<Found> {
  yield* visit(config, [], applicableTo(schema, [schema]), schema, false);
}

function* visit(
  value: unknown,
  path: Path,
  applicable: Applicable,
  root: Record<string, unknown>,
  inside: boolean,
): Generator<Found> {
  // A name is shown: the value is kept elsewhere.
  if (isReferenceAt(value, path, applicable)) return;
  const secret = inside || applicable.isSecret;
  if (typeof value !== "object" || value === null) {
    if (secret && value !== null && value !== undefined && path.length > 0) yield { path, value };
    return;
  }
  const entries = Array.isArray(value) ? value.entries() : Object.entries(value);
  for (const [key, child] of entries) {
    const named = typeof key === "string" && (isSecretKey(key) || isSecretToken(key, child));
    // A number such as `password_length` is not a secret; a string, or a list of strings, is.
    const byName = named && (typeof child === "string" || (typeof child === "object" && child !== null));
    yield* visit(child, [...path, key], applicableToMember(root, applicable, key), root, secret || byName);
  }
}

/** A reference of a config to a named secret. */
export interface PlacedReference {
  path: Path;
  name: string;
}

/**
 * Returns the references of a config: where it has an object with the name of a secret, and its schema allows a string or
 * says nothing.
 */
export function secretReferences(schema: Record<string, unknown>, config: unknown): PlacedReference[] {
  const found: PlacedReference[] = [];
  const visit = (value: unknown, path: Path, applicable: Applicable) => {
    if (isReferenceAt(value, path, applicable)) found.push({ path, name: value.secret });
    else if (typeof value === "object" && value !== null) {
      const entries = Array.isArray(value) ? value.entries() : Object.entries(value);
      for (const [key, child] of entries)
        visit(child, [...path, key], applicableToMember(schema, applicable, key));
    }
  };
  visit(config, [], applicableTo(schema, [schema]));
  return found;
}

function isReferenceAt(value: unknown, path: Path, { schemas }: Applicable): value is SecretReference {
  if (path.length === 0 || !isSecretReference(value)) return false;
  const types = [...schemas].flatMap(({ type }) => type ?? []);
  if (types.length > 0) return types.includes("string");
  return ![...schemas].some(({ properties, required }) => properties ?? required);
}

/** The schemas that apply to one value, with a cache for its members. */
type Applicable = {
  schemas: Set<Record<string, unknown>>;
  isSecret: boolean;
  /** Members with a schema of their own. All others share one cache entry. */
  named: Set<string>;
  positions: number;
  members: Map<string | number, Applicable>;
};

const anyPosition = -1;
const anyName = -2;

function applicableTo(root: Record<string, unknown>, those: unknown[]): Applicable {
  const schemas = spread(root, those);
  const applicable: Applicable = {
    schemas,
    isSecret: false,
    named: new Set(),
    positions: 0,
    members: new Map(),
  };
  for (const schema of schemas) {
    if (marksSecret(schema)) applicable.isSecret = true;
    if (isObject(schema.properties))
      for (const name of Object.keys(schema.properties)) applicable.named.add(name);
    if (Array.isArray(schema.items))
      applicable.positions = Math.max(applicable.positions, schema.items.length);
  }
  return applicable;
}

function applicableToMember(root: Record<string, unknown>, of: Applicable, key: string | number): Applicable {
  const isPosition = typeof key === "number";
  const hasOwn = isPosition ? key < of.positions : of.named.has(key);
  const asked = hasOwn ? key : isPosition ? anyPosition : anyName;
  let applicable = of.members.get(asked);
  if (applicable === undefined) {
    applicable = applicableTo(
      root,
      [...of.schemas].flatMap((schema) => schemasOf(schema, key)),
    );
    of.members.set(asked, applicable);
  }
  return applicable;
}

function marksSecret(schema: Record<string, unknown>): boolean {
  return schema.writeOnly === true || schema.format === "password" || schema["x-secret"] === true;
}

/** Returns the schemas that may apply to one member of an object or array. */
function schemasOf(schema: Record<string, unknown>, key: string | number): unknown[] {
  if (typeof key === "number") {
    const { items } = schema;
    const positional = Array.isArray(items) ? (items[key] ?? schema.additionalItems) : items;
    return [positional, schema.contains];
  }
  const found: unknown[] = [];
  const { properties } = schema;
  if (isObject(properties) && Object.hasOwn(properties, key)) found.push(properties[key]);
  // Patterns are not matched: hiding a value too many is better than showing a secret.
  if (isObject(schema.patternProperties)) found.push(...Object.values(schema.patternProperties));
  if (found.length === 0) found.push(schema.additionalProperties);
  return found;
}

/** Adds all schemas that are combined or referred to; each once, so that cycles end. */
function spread(root: Record<string, unknown>, schemas: unknown[]): Set<Record<string, unknown>> {
  const found = new Set<Record<string, unknown>>();
  const { targets } = referencesOf(root);
  const waiting = [...schemas];
  while (waiting.length > 0) {
    const schema = waiting.pop();
    if (!isObject(schema) || found.has(schema)) continue;
    found.add(schema);
    for (const keyword of ["allOf", "anyOf", "oneOf"]) {
      const list = schema[keyword];
      if (Array.isArray(list)) waiting.push(...list);
    }
    waiting.push(schema.if, schema.then, schema.else, targets.get(schema)?.schema);
    if (isObject(schema.dependencies)) waiting.push(...Object.values(schema.dependencies));
  }
  return found;
}
