import { runBounded, TimeExceeded } from "./bounded.ts";
import { describe, show, showJson } from "./fields.ts";
import { readJson } from "./json-document.ts";
import { botSchemaBytes } from "./limits.ts";
import { nearest, suggestion } from "./nearest.ts";
import { isObject, type Path, pathOf, pointerOf } from "./pointer.ts";
import { hasErrors, type Problem } from "./problem.ts";
import type { ProblemCode } from "./problem-codes.ts";
import { endlessCircle, referred } from "./schema-circle.ts";
import {
  compiledSchema,
  InvalidSchema,
  knownFormats,
  linearRegExp,
  loadDraft07,
  schemaFaults,
  schemaMilliseconds,
} from "./schema-compiler.ts";
import { limitedWords, schemaExcesses, schemaLimits } from "./schema-size.ts";
import { schemaKeywords, subschemas } from "./schema-walk.ts";
import { locate } from "./source-document.ts";

/** A valid bot-schema.json: a draft-07 schema of the `config` object. */
export type BotSchema = Record<string, unknown>;

/** Checks the text of a bot-schema.json. `schema` is set unless there are errors. */
export function checkBotSchema(
  text: string,
  file = "bot-schema.json",
): { schema?: BotSchema; problems: Problem[] } {
  const { document, problems: unreadable } = readJson(text, file, "bot_schema", botSchemaBytes);
  if (document === undefined) return { problems: unreadable };
  const found: Omit<Problem, "file">[] = [];
  let warnings = 0;
  const report: Report = (path, code, message, next, severity = "error") => {
    if (severity === "warning" && ++warnings > reportedWarnings) return;
    found.push({ code, pointer: pointerOf(path), message, next, severity });
  };
  checkSchemaValue(document.value, report);
  const problems = [
    ...unreadable,
    ...locate(
      found.map((problem) => ({ ...problem, file })),
      document,
    ),
  ];
  if (hasErrors(problems) || !isObject(document.value)) return { problems };
  return { schema: document.value, problems };
}

const reportedWarnings = 100;

type Report = (
  path: Path,
  code: ProblemCode,
  message: string,
  next: string,
  severity?: "error" | "warning",
) => void;

function checkSchemaValue(schema: unknown, report: Report): void {
  if (!isObject(schema)) {
    report(
      [],
      "bot_schema.not_an_object",
      `The file contains ${describe(schema)}, not a schema object.`,
      'Start with: { "type": "object"',
    );
    return;
  }
  checkDialect(schema, report);
  checkRoot(schema, report);
  if (!checkExtent(schema, report)) return;
  loadDraft07();
  try {
    const reports = runBounded(schemaMilliseconds, () => {
      const reports: Parameters<Report>[] = [];
      const note: Report = (...what) => void reports.push(what);
      const faults = checkParts(schema, note);
      if (faults === 0) checkByCompiling(schema, note);
      // Compiling would stop at the first of these faults; the meta-schema finds what else is wrong.
      else reportFaults(schemaFaults(schema), note, new Set(reports.map(([path]) => pointerOf(path))));
      return reports;
    });
    for (const what of reports) report(...what);
  } catch (error) {
    if (!(error instanceof TimeExceeded)) throw error;
    const message = `Reading the schema takes longer than ${schemaMilliseconds} ms.`;
    report(
      [],
      "bot_schema.too_slow",
      message,
      "Simplify it; look for definitions that refer to each other many times.",
    );
  }
}

/** Limits the size, so that only slow patterns and repeated references can reach the time limit. */
function checkExtent(schema: BotSchema, report: Report): boolean {
  const excesses = schemaExcesses(schema);
  for (const { limit, count, path } of excesses) {
    const message = `The schema has ${count} ${limitedWords[limit]}; at most ${schemaLimits[limit]} are allowed.`;
    report(path, "bot_schema.too_complex", message, "Simplify the schema, or check the rest in the bot.");
  }
  return excesses.length === 0;
}

function checkParts(schema: BotSchema, report: Report): number {
  let faults = 0;
  const parts = [...subschemas(schema)];
  for (const part of parts) faults += checkPart(part.schema, part.path, report);
  // With "$id", references start elsewhere than at the root, and only the compiler knows where.
  if (!parts.some((part) => "$id" in part.schema)) faults += checkReferences(schema, parts, report);
  return faults + checkCircles(schema, report);
}

/** The compiler would report only the first reference without a target, and not where it is. */
function checkReferences(
  root: BotSchema,
  parts: { schema: BotSchema; path: Path }[],
  report: Report,
): number {
  let faults = 0;
  for (const { schema, path } of parts) {
    const ref = schema.$ref;
    if (typeof ref !== "string" || !/^#\//.test(ref) || referred(root, ref) !== undefined) continue;
    faults++;
    const message = `"$ref" is ${show(ref)}, which is not in the schema.`;
    report([...path, "$ref"], "bot_schema.invalid_schema", message, "Define it, or correct the reference.");
  }
  return faults;
}

function checkCircles(schema: BotSchema, report: Report): number {
  const path = endlessCircle(schema, subschemas(schema));
  if (path === undefined) return 0;
  const message =
    "This schema refers back to itself without descending into the config, so no value can be checked against it.";
  const next = 'Remove one reference of the cycle, or route it through "properties" or "items".';
  report(path, "bot_schema.invalid_schema", message, next);
  return 1;
}

function checkDialect(schema: BotSchema, report: Report): void {
  const dialect = schema.$schema;
  if (dialect !== undefined && !/^https?:\/\/json-schema\.org\/draft-07\/schema#?$/.test(String(dialect))) {
    const next = 'Write "$schema": "http://json-schema.org/draft-07/schema#" and use only its keywords.';
    report(
      ["$schema"],
      "bot_schema.not_draft_07",
      `The schema's dialect is ${show(String(dialect))}, not draft-07.`,
      next,
    );
  }
  if (schema.$async !== undefined) {
    report(["$async"], "bot_schema.asynchronous", '"$async" is not part of draft-07.', "Remove it.");
  }
}

function checkRoot(schema: BotSchema, report: Report): void {
  const { type } = schema;
  if (type !== undefined && type !== "object" && !(Array.isArray(type) && type.includes("object"))) {
    const message = `The schema's type is ${showJson(type)}, but a config is always an object.`;
    report(["type"], "bot_schema.not_object_type", message, 'Write "type": "object".');
  }
  const described = ["properties", "patternProperties", "allOf", "anyOf", "oneOf", "$ref", "if"];
  if (!described.some((keyword) => keyword in schema) && schema.additionalProperties !== false) {
    const message = "The schema describes no settings, so misspelt settings are not detected.";
    report(
      [],
      "bot_schema.no_properties",
      message,
      'Add "properties", and "additionalProperties": false.',
      "warning",
    );
  }
}

function checkPart(schema: BotSchema, path: Path, report: Report): number {
  let faults = 0;
  const ref = schema.$ref;
  if (typeof ref === "string" && !ref.startsWith("#")) {
    faults++;
    const next = 'Copy the referenced schema to "definitions" and refer to it as "#/definitions/…".';
    report(
      [...path, "$ref"],
      "bot_schema.remote_ref",
      `"$ref" is ${show(ref)}; only references within the schema are supported.`,
      next,
    );
  }
  const patterns: [Path, unknown][] = [[[...path, "pattern"], schema.pattern]];
  if (isObject(schema.patternProperties)) {
    for (const pattern of Object.keys(schema.patternProperties)) {
      patterns.push([[...path, "patternProperties", pattern], pattern]);
    }
  }
  for (const [at, pattern] of patterns) {
    if (typeof pattern === "string") faults += checkPattern(pattern, at, report);
  }
  const { format } = schema;
  if (typeof format === "string" && !knownFormats.includes(format)) {
    const message = `The format ${show(format)} is unknown, so it has no effect.`;
    const next = suggestion(format, knownFormats);
    report([...path, "format"], "bot_schema.unknown_format", message, next, "warning");
  }
  for (const keyword of Object.keys(schema)) {
    if (schemaKeywords.includes(keyword) || keyword.startsWith("x-")) continue;
    const near = nearest(keyword, schemaKeywords);
    if (near === undefined) continue;
    const message = `${show(keyword)} is not a keyword of draft-07, so it has no effect.`;
    report([...path, keyword], "bot_schema.unknown_keyword", message, `Did you mean "${near}"?`, "warning");
  }
  return faults;
}

function checkPattern(pattern: string, at: Path, report: Report): number {
  try {
    linearRegExp(pattern);
    return 0;
  } catch (error) {
    const why = (error as Error).message.replace(/^error parsing regexp: /, "");
    const next = "Use RE2 syntax: look-around and back-references are not supported.";
    report(at, "bot_schema.pattern_refused", `The pattern ${show(pattern)} cannot be used: ${why}.`, next);
    return 1;
  }
}

function checkByCompiling(schema: BotSchema, report: Report): void {
  try {
    const validate = compiledSchema(schema);
    checkDefaults(schema, validate, report);
  } catch (error) {
    if (error instanceof InvalidSchema) reportFaults(error.faults, report);
    else
      report(
        [],
        "bot_schema.invalid_schema",
        `The schema cannot be compiled: ${(error as Error).message}.`,
        "Correct the schema.",
      );
  }
}

const faultsReported = 20;

/** Reports only the first fault of each value: the meta-schema finds several, and the first is the clearest. */
function reportFaults(faults: InvalidSchema["faults"], report: Report, seen = new Set<string>()): void {
  let reported = 0;
  for (const fault of faults) {
    if (seen.has(fault.instancePath) || reported >= faultsReported) continue;
    seen.add(fault.instancePath);
    reported++;
    const where = fault.instancePath === "" ? "the schema" : show(fault.instancePath);
    const allowed = Array.isArray(fault.params.allowedValues)
      ? `: ${fault.params.allowedValues.join(", ")}`
      : "";
    const message = `The schema is not valid draft-07: ${where} ${fault.message}${allowed}.`;
    report(pathOf(fault.instancePath), "bot_schema.invalid_schema", message, "Correct the keyword.");
  }
}

/** Checks the defaults: an invalid one would fail every instance that relies on it. */
function checkDefaults(schema: BotSchema, validate: ReturnType<typeof compiledSchema>, report: Report): void {
  const properties = isObject(schema.properties) ? schema.properties : {};
  validate({});
  for (const fault of validate.errors ?? []) {
    const [name] = pathOf(fault.instancePath);
    const property = name === undefined ? undefined : properties[name];
    if (name === undefined || !isObject(property) || !("default" in property)) continue;
    const message = `The default of ${show(name)} is ${showJson(property.default)}, which is invalid: it ${fault.message}.`;
    report(
      ["properties", name, "default"],
      "bot_schema.default_refused",
      message,
      "Change the default or the rule.",
      "warning",
    );
  }
}
