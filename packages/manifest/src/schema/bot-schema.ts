import { describe, show, showJson } from "../documents/fields.ts";
import { readJson } from "../documents/json-document.ts";
import { isObject, type Path, pathOf, pointerOf } from "../documents/pointer.ts";
import { locate, withoutByteOrderMark } from "../documents/source-document.ts";
import { botSchemaBytes } from "../limits.ts";
import { nearest, suggestion } from "../nearest.ts";
import { hasErrors, type Problem } from "../problems/problem.ts";
import { runBounded, TimeExceeded } from "./bounded.ts";
import {
  compiledSchema,
  InvalidSchema,
  knownFormats,
  linearRegExp,
  loadDraft07,
  schemaFaults,
  schemaMilliseconds,
} from "./compiler.ts";
import { checkDefaults } from "./default-check.ts";
import { schemaKeywords } from "./keywords.ts";
import { longNumbers } from "./long-numbers.ts";
import { checkCircles, checkReferences } from "./reference-check.ts";
import { referencesOf } from "./references.ts";
import type { Report } from "./report.ts";
import { limitedWords, schemaExcesses, schemaLimits } from "./size.ts";

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
  for (const { path, message, next } of longNumbers(withoutByteOrderMark(text)))
    report(path, "bot_schema.long_number", message, next, "warning");
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
  const isSound = checkBounded(report, (note) => checkRules(schema, note));
  if (isSound) checkBounded(report, (note) => checkDefaults(compiledSchema(schema), note));
}

/** Runs a check that may take too long. Returns true if it reported no error. */
function checkBounded(report: Report, check: (report: Report) => void): boolean {
  let reports: Parameters<Report>[];
  try {
    reports = runBounded(schemaMilliseconds, () => {
      const found: Parameters<Report>[] = [];
      check((...what) => void found.push(what));
      return found;
    });
  } catch (error) {
    if (!(error instanceof TimeExceeded)) throw error;
    const message = `Reading the schema takes longer than ${schemaMilliseconds} ms.`;
    const next = "Simplify it; look for definitions that refer to each other many times.";
    reports = [[[], "bot_schema.too_slow", message, next]];
  }
  for (const what of reports) report(...what);
  return reports.every(([, , , , severity]) => severity === "warning");
}

function checkRules(schema: BotSchema, report: Report): void {
  const seen = new Set<string>();
  const faults = checkParts(schema, (path, ...what) => {
    seen.add(pointerOf(path));
    report(path, ...what);
  });
  if (faults === 0) checkByCompiling(schema, report);
  // Compiling would stop at the first of these faults; the meta-schema finds what else is wrong.
  else reportFaults(schemaFaults(schema), report, seen);
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
  const { paths } = referencesOf(schema);
  let faults = 0;
  for (const [part, path] of paths) faults += checkPart(part, path, report);
  return faults + checkReferences(schema, report) + checkCircles(schema, report);
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
    compiledSchema(schema);
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
