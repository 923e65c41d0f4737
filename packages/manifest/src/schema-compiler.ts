import { createHash } from "node:crypto";
import { Ajv, type ErrorObject, type Options, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import { RE2JS } from "re2js";

/** Milliseconds of the processor that reading a schema, and checking one config, may take: the platform answers nobody meanwhile. */
export const schemaMilliseconds = 200;

const byPattern = new Map<string, RE2JS>();
const cachedPatterns = 200;

/** A pattern as Ajv wants it, run by an engine that needs linear time whatever the pattern is. */
export function linearRegExp(pattern: string): { test(text: string): boolean } {
  const compiled = byPattern.get(pattern) ?? RE2JS.compile(RE2JS.translateRegExp(pattern));
  keep(byPattern, pattern, compiled, cachedPatterns);
  return { test: (text) => compiled.matcher(text).find() };
}

const engine = Object.assign((pattern: string) => linearRegExp(pattern) as RegExp, { code: "linearRegExp" });

/** A document breaks the meta-schema of draft-07. */
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
  // A setting may be called "constructor" or "toString", and is not there because every object inherits one.
  ownProperties: true,
  inlineRefs: false,
  logger: false,
  verbose: true,
  // Optimizing takes more than half of the time of compiling, and a config is checked a few times only.
  code: { regExp: engine, optimize: false },
};

let draft07: ValidateFunction | undefined;

/** The meta-schema is ours, so that all schemas share it and none is charged for compiling it. */
export function loadDraft07(): ValidateFunction {
  draft07 ??= new Ajv(ajvOptions).getSchema("http://json-schema.org/draft-07/schema")!;
  return draft07;
}

/**
 * Compiles a draft-07 schema in an Ajv of its own: schemas of strangers never meet, nothing is fetched, defaults are
 * filled into the value that is validated. The caller bounds the time.
 * @throws InvalidSchema, or what Ajv says (a reference to nowhere).
 */
export function compileSchema(schema: Record<string, unknown>): ValidateFunction {
  const isDraft07 = loadDraft07();
  // The dialect has been checked; Ajv knows draft-07 under one spelling only.
  const { $schema: _, ...rest } = schema;
  if (!isDraft07(rest)) throw new InvalidSchema(isDraft07.errors ?? []);
  const ajv = new Ajv({ ...ajvOptions, meta: false, validateSchema: false });
  addFormats.default(ajv);
  return ajv.compile(rest);
}

const byObject = new WeakMap<object, ValidateFunction>();
const byHash = new Map<string, ValidateFunction>();
const cachedSchemas = 200;

/** As {@link compileSchema}, once per schema, whether the same object or another with the same text comes. */
export function compiledSchema(schema: Record<string, unknown>): ValidateFunction {
  const known = byObject.get(schema);
  if (known !== undefined) return known;
  const hash = createHash("sha256").update(JSON.stringify(schema)).digest("base64");
  const validate = byHash.get(hash) ?? compileSchema(schema);
  keep(byHash, hash, validate, cachedSchemas);
  byObject.set(schema, validate);
  return validate;
}

/** Makes an entry the latest, and drops the one that was used longest ago. */
function keep<Value>(cache: Map<string, Value>, key: string, value: Value, most: number): void {
  cache.delete(key);
  cache.set(key, value);
  if (cache.size > most) cache.delete(cache.keys().next().value!);
}
