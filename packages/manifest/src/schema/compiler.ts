import { createHash } from "node:crypto";
import { Ajv, type AnySchema, type ErrorObject, type Options, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import { fullFormats } from "ajv-formats/dist/formats.js";
import { RE2JS } from "re2js";
import type { Path } from "../documents/pointer.ts";
import { isMultiple } from "./decimal.ts";
import { compareByValue } from "./equality.ts";
import { plainSchema, referenceTo } from "./plain.ts";
import type { Schema } from "./walk.ts";

/** CPU time limit for compiling a schema and for checking a config, in milliseconds. Both block the event loop. */
export const schemaMilliseconds = 200;

const byPattern = new Map<string, RE2JS>();
const cachedPatterns = 200;

/** Compiles a pattern for Ajv with RE2, which runs every pattern in linear time. */
export function linearRegExp(pattern: string): { test(text: string): boolean; toString(): string } {
  const compiled = byPattern.get(pattern) ?? RE2JS.compile(RE2JS.translateRegExp(pattern));
  keep(byPattern, pattern, compiled, cachedPatterns);
  // Ajv knows a compiled pattern by its text, and takes the same one for patterns of the same text.
  return { test: (text) => compiled.matcher(text).find(), toString: () => pattern };
}

const engine = Object.assign((pattern: string) => linearRegExp(pattern) as RegExp, { code: "linearRegExp" });

/** A schema that is not valid against the draft-07 meta-schema. */
export class InvalidSchema extends Error {
  readonly faults: ErrorObject[];
  constructor(faults: ErrorObject[]) {
    super("The schema is not draft-07.");
    this.faults = faults;
  }
}

const ajvOptions: Options = {
  strict: false,
  allErrors: true,
  // In draft-07, the keywords beside a reference have no effect.
  ignoreKeywordsWithRef: true,
  // Settings may be named "constructor" or "toString"; inherited properties must not count.
  ownProperties: true,
  inlineRefs: false,
  logger: false,
  verbose: true,
  // Optimising takes more than half of the compile time, and a config is checked only a few times.
  code: { regExp: engine, optimize: false },
};

/** The formats that are checked, or have a meaning; any other has no effect. */
export const knownFormats = Object.keys(fullFormats);

let draft07: ValidateFunction | undefined;

/** Compiles the meta-schema once, outside the time limit of any schema. */
export function loadDraft07(): ValidateFunction {
  draft07 ??= new Ajv(ajvOptions).getSchema("http://json-schema.org/draft-07/schema")!;
  return draft07;
}

/** Returns how a schema violates the draft-07 meta-schema. The caller must limit the time. */
export function schemaFaults(schema: Schema): ErrorObject[] {
  const isDraft07 = loadDraft07();
  // The dialect has been checked already, and Ajv accepts only one spelling of it.
  const { $schema: _, ...rest } = schema;
  return isDraft07(rest) ? [] : (isDraft07.errors ?? []);
}

/** A schema that configs can be checked against. */
export type CompiledSchema = {
  root: Schema;
  validate: ValidateFunction;
  /** Returns the validator of an object whose members each have the schema at a path in the root. */
  members(paths: Record<string, Path>): ValidateFunction;
  /** As `members`, of one value, and with a cache. */
  part(path: Path): ValidateFunction;
};

const name = "bot-schema";

/**
 * Compiles a draft-07 schema in a separate Ajv instance, so that schemas of different users are isolated. Nothing is
 * fetched. The caller must limit the time.
 * @throws {InvalidSchema} if it is not valid against the meta-schema
 * @throws {Error} if Ajv cannot compile it, for instance because a reference cannot be resolved
 */
export function compileSchema(root: Schema): CompiledSchema {
  const faults = schemaFaults(root);
  if (faults.length > 0) throw new InvalidSchema(faults);
  const plain = plainSchema(root, name);
  let ajv = ajvFor(plain);
  const validate = ajv.getSchema(name)!;
  const parts = new Map<string, ValidateFunction>();
  let isCompiling = false;
  const compile = (schema: AnySchema) => {
    // An instance that was interrupted while it compiled is left with functions that are not there.
    if (isCompiling) ajv = ajvFor(plain);
    isCompiling = true;
    const compiled = ajv.compile(schema);
    isCompiling = false;
    return compiled;
  };
  const at = (path: Path) => path.reduce<unknown>((found, key) => (found as Schema)[key], plain);
  return {
    root,
    validate,
    members: (paths) =>
      compile({
        properties: Object.fromEntries(Object.entries(paths).map(([key, path]) => [key, at(path)])),
      }),
    part: (path) => {
      const reference = referenceTo(path);
      const known = parts.get(reference) ?? compile(at(path) as AnySchema);
      parts.set(reference, known);
      return known;
    },
  };
}

/** Returns an instance of Ajv that knows a schema by its name. */
function ajvFor(plain: Schema): Ajv {
  const ajv = new Ajv({ ...ajvOptions, meta: false, validateSchema: false });
  addFormats.default(ajv);
  compareByValue(ajv);
  ajv.removeKeyword("multipleOf").addKeyword({
    keyword: "multipleOf",
    type: "number",
    schemaType: "number",
    validate: (of: number, value: number) => isMultiple(value, of),
    error: { message: ({ schema }) => `must be a multiple of ${schema}` },
  });
  return ajv.addSchema(plain, name);
}

const byObject = new WeakMap<object, CompiledSchema>();
const byHash = new Map<string, CompiledSchema>();
const cachedSchemas = 200;

/** As {@link compileSchema}, with a cache by object and by content. */
export function compiledSchema(schema: Schema): CompiledSchema {
  const known = byObject.get(schema);
  if (known !== undefined) return known;
  const hash = createHash("sha256").update(JSON.stringify(schema)).digest("base64");
  const compiled = byHash.get(hash) ?? compileSchema(schema);
  keep(byHash, hash, compiled, cachedSchemas);
  byObject.set(schema, compiled);
  return compiled;
}

/** Adds an entry as the most recent, and evicts the least recently used one. */
function keep<Value>(cache: Map<string, Value>, key: string, value: Value, most: number): void {
  cache.delete(key);
  cache.set(key, value);
  if (cache.size > most) cache.delete(cache.keys().next().value!);
}
