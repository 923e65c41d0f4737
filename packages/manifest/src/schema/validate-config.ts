import type { ErrorObject } from "ajv";
import { describe, show, showJson } from "../documents/fields.ts";
import { depthOf, isObject, pathOf, pointerOf } from "../documents/pointer.ts";
import { documentDepth } from "../documents/source-document.ts";
import { environmentValueBytes } from "../limits.ts";
import { suggestion } from "../nearest.ts";
import { runBounded, TimeExceeded } from "./bounded.ts";
import { compiledSchema, loadDraft07, schemaMilliseconds } from "./compiler.ts";
import { Defaults, TooManyDefaults } from "./defaults.ts";
import { secretPointers } from "./secret.ts";

/** One violation of the schema by a config. */
export type ConfigProblem = {
  /** JSON pointer into the config; `""` is the config itself. For a missing setting, where it should be. */
  pointer: string;
  /** The schema keyword that failed (`minimum`, `required` …), or `maxBytes`, `maxDepth` or `timeout`. */
  keyword: string;
  message: string;
  /** The offending value, unless it is secret, an object, a list, or long. */
  got?: unknown;
};

const reportedProblems = 100;

/**
 * Checks a config against its schema and returns every problem found, up to 100. The returned `config` is a copy with
 * the schema's defaults filled in; the argument is not modified.
 * @param hidden places of values that problems must not show, besides those of secrets by name and schema
 */
export function validateConfig(
  schema: Record<string, unknown>,
  config: unknown,
  hidden: readonly string[] = [],
): { config: Record<string, unknown>; problems: ConfigProblem[] } {
  const refuse = (keyword: string, message: string) => ({
    config: {},
    problems: [{ pointer: "", keyword, message }],
  });
  if (!isObject(config)) return refuse("type", `The config is ${describe(config)}; it must be an object.`);
  if (depthOf(config, documentDepth) > documentDepth) {
    return refuse("maxDepth", `The config is nested deeper than ${documentDepth} levels.`);
  }
  const text = JSON.stringify(config);
  const bytes = Buffer.byteLength(text);
  if (bytes > environmentValueBytes) return refuse("maxBytes", tooLarge(bytes));
  let checked: { config: Record<string, unknown>; problems: ConfigProblem[] };
  loadDraft07();
  try {
    checked = runBounded(schemaMilliseconds, () => filledAndChecked(schema, text, hidden));
  } catch (error) {
    if (error instanceof TooManyDefaults) return refuse(error.limit, error.message);
    if (error instanceof RangeError) {
      return refuse("$ref", "The config cannot be checked: its schema refers back to itself endlessly.");
    }
    if (!(error instanceof TimeExceeded)) throw error;
    return refuse(
      "timeout",
      `Checking the config against its schema takes longer than ${schemaMilliseconds} ms.`,
    );
  }
  if (checked.problems.length === 0) {
    const filledBytes = Buffer.byteLength(JSON.stringify(checked.config));
    if (filledBytes > environmentValueBytes) return refuse("maxBytes", tooLarge(filledBytes));
  }
  return checked;
}

type Config = Record<string, unknown>;

function filledAndChecked(
  schema: Config,
  text: string,
  hidden: readonly string[],
): { config: Config; problems: ConfigProblem[] } {
  const compiled = compiledSchema(schema);
  const attempt = (creates: boolean) => {
    const config = JSON.parse(text) as Config;
    const defaults = new Defaults(compiled, { creates, bytes: environmentValueBytes });
    defaults.fill(compiled.root, config);
    return { config, isValid: compiled.validate(config), hasCreated: defaults.hasCreated };
  };
  let { config, isValid, hasCreated } = attempt(true);
  // An object that the author left out must not be what makes the config invalid.
  if (!isValid && hasCreated) ({ config, isValid } = attempt(false));
  return {
    config,
    problems: isValid ? [] : problemsOf(schema, config, compiled.validate.errors ?? [], hidden),
  };
}

function problemsOf(
  schema: Config,
  config: Config,
  faults: ErrorObject[],
  hidden: readonly string[],
): ConfigProblem[] {
  const isNamed = secretPointers(schema, config);
  const isSecret = (pointer: string) => hidden.includes(pointer) || isNamed(pointer);
  // Where several alternatives fit, the errors of the others are no problems.
  const several = faults
    .filter(({ params }) => params.passingSchemas)
    .map(({ schemaPath }) => `${schemaPath}/`);
  const problems = withConstantsJoined(faults)
    .filter((fault) => !several.some((path) => fault.schemaPath.startsWith(path)))
    .filter((fault) => !impliedBy(fault, faults))
    .slice(0, reportedProblems)
    .map((fault) => problemOf(fault, isSecret));
  // Alternatives of `oneOf` often have the same problem.
  return [...new Map(problems.map((one) => [JSON.stringify([one.pointer, one.message]), one])).values()];
}

/** Joins the constants that alternatives of `oneOf` expect in one place: each alone contradicts the others. */
function withConstantsJoined(faults: ErrorObject[]): ErrorObject[] {
  const constants = faults.filter(({ keyword }) => keyword === "const");
  const byPlace = Map.groupBy(constants, ({ instancePath }) => instancePath);
  return faults.flatMap((fault) => {
    if (fault.keyword !== "const") return [fault];
    const [first, ...others] = byPlace.get(fault.instancePath)!;
    if (fault !== first) return [];
    const values = new Set([fault, ...others].map(({ params }) => showJson(params.allowedValue)));
    return [{ ...fault, params: { allowed: [...values].join(" or ") } }];
  });
}

function tooLarge(bytes: number): string {
  return `The config has ${bytes} bytes as JSON; at most ${environmentValueBytes} are allowed.`;
}

/** Errors of `if` and `propertyNames` only repeat those of the failed schema inside them. */
function impliedBy(fault: ErrorObject, all: ErrorObject[]): boolean {
  if (fault.keyword !== "if" && fault.keyword !== "propertyNames") return false;
  return all.some((other) => other !== fault && other.schemaPath !== fault.schemaPath);
}

function problemOf(fault: ErrorObject, isSecret: (pointer: string) => boolean): ConfigProblem {
  const path = pathOf(fault.instancePath);
  const added =
    fault.keyword === "additionalProperties" ? String(fault.params.additionalProperty) : undefined;
  const missing = fault.keyword === "required" ? String(fault.params.missingProperty) : undefined;
  const member = added ?? missing;
  const pointer = pointerOf(member === undefined ? path : [...path, member]);
  const hidden = isSecret(pointer);
  const message = sentenceOf(fault, member === undefined ? path : [...path, member], hidden);
  const problem: ConfigProblem = { pointer, keyword: fault.keyword, message };
  if (member !== undefined || hidden || !isShowable(fault.data)) return problem;
  return { ...problem, got: fault.data };
}

function isShowable(value: unknown): boolean {
  return value === null || (typeof value !== "object" && String(value).length <= 200);
}

function sentenceOf(fault: ErrorObject, path: string[], hidden: boolean): string {
  const name = path.length === 0 ? "The config" : show(path.join("."));
  const { keyword, params } = fault;
  const is =
    hidden || !isShowable(fault.data) ? `${name} is invalid:` : `${name} is ${showJson(fault.data)}:`;
  switch (keyword) {
    case "required":
      return `${name} is missing.`;
    case "additionalProperties": {
      const known = isObject(fault.parentSchema?.properties)
        ? Object.keys(fault.parentSchema.properties)
        : [];
      return `Unknown setting ${name}. ${suggestion(path.at(-1)!, known)}`;
    }
    case "type":
      return `${name} is ${hidden ? describe(fault.data) : described(fault.data)}; it must be ${typeWords(params.type)}.`;
    case "enum":
      return `${is} it must be one of ${showJson(params.allowedValues).replace(/^\[|\]$/g, "")}.`;
    case "const":
      return `${is} it must be ${params.allowed}.`;
    case "oneOf":
      if (params.passingSchemas) return `${name} fits several alternatives of "oneOf"; it must fit only one.`;
      return `${name} fits no alternative of "oneOf"; it must fit one.`;
    case "anyOf":
      return `${name} fits no alternative of "anyOf"; it must fit one.`;
    case "minimum":
      return `${is} it must be at least ${params.limit}.`;
    case "maximum":
      return `${is} it must be at most ${params.limit}.`;
    default:
      return `${is} it ${fault.message ?? `violates "${keyword}"`}.`;
  }
}

function described(value: unknown): string {
  if (typeof value === "string") return isShowable(value) ? `the string ${showJson(value)}` : "a string";
  return typeof value === "object" ? describe(value) : showJson(value);
}

function typeWords(type: unknown): string {
  const words: Record<string, string> = {
    array: "a list",
    boolean: "a boolean",
    integer: "an integer",
    null: "null",
    number: "a number",
    object: "an object",
    string: "a string",
  };
  return [type]
    .flat()
    .flatMap((word) => String(word).split(","))
    .map((word) => words[word] ?? word)
    .join(" or ");
}
