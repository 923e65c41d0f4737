import { createHash } from "node:crypto";
import { Ajv, type ErrorObject, type Options, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import { fullFormats } from "ajv-formats/dist/formats.js";
import { RE2JS } from "re2js";
import { isMultiple } from "./decimal.ts";

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
  useDefaults: true,
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
export function schemaFaults(schema: Record<string, unknown>): ErrorObject[] {
  const isDraft07 = loadDraft07();
  // The dialect has been checked already, and Ajv accepts only one spelling of it.
  const { $schema: _, ...rest } = schema;
  return isDraft07(rest) ? [] : (isDraft07.errors ?? []);
}

/**
 * Compiles a draft-07 schema in a separate Ajv instance, so that schemas of different users are isolated. Nothing is
 * fetched. The validator fills defaults into the value. The caller must limit the time.
 * @throws {InvalidSchema} if it is not valid against the meta-schema
 * @throws {Error} if Ajv cannot compile it, for instance because a reference cannot be resolved
 */
export function compileSchema(schema: Record<string, unknown>): ValidateFunction {
  const faults = schemaFaults(schema);
  if (faults.length > 0) throw new InvalidSchema(faults);
  const { $schema: _, ...rest } = schema;
  const ajv = new Ajv({ ...ajvOptions, meta: false, validateSchema: false });
  addFormats.default(ajv);
  ajv.removeKeyword("multipleOf").addKeyword({
    keyword: "multipleOf",
    type: "number",
    schemaType: "number",
    validate: (of: number, value: number) => isMultiple(value, of),
    error: { message: ({ schema }) => `must be a multiple of ${schema}` },
  });
  return ajv.compile(rest);
}

const byObject = new WeakMap<object, ValidateFunction>();
const byHash = new Map<string, ValidateFunction>();
const cachedSchemas = 200;

/** As {@link compileSchema}, with a cache by object and by content. */
export function compiledSchema(schema: Record<string, unknown>): ValidateFunction {
  const known = byObject.get(schema);
  if (known !== undefined) return known;
  const hash = createHash("sha256").update(JSON.stringify(schema)).digest("base64");
  const validate = byHash.get(hash) ?? compileSchema(schema);
  keep(byHash, hash, validate, cachedSchemas);
  byObject.set(schema, validate);
  return validate;
}

/** Adds an entry as the most recent, and evicts the least recently used one. */
function keep<Value>(cache: Map<string, Value>, key: string, value: Value, most: number): void {
  cache.delete(key);
  cache.set(key, value);
  if (cache.size > most) cache.delete(cache.keys().next().value!);
}
