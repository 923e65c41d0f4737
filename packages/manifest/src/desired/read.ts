import { describe, showJson } from "../documents/fields.ts";
import { readJson } from "../documents/json-document.ts";
import { isObject, type Path, pointerOf } from "../documents/pointer.ts";
import type { SourceDocument } from "../documents/source-document.ts";
import { readYaml } from "../documents/yaml-document.ts";
import { suggestion } from "../nearest.ts";
import { hasErrors, type Problem } from "../problems/problem.ts";
import { longNumberAt } from "../schema/long-numbers.ts";
import { checkValue, type InstanceConfig } from "../settings/instance.ts";

const desiredWords = ["running", "stopped"] as const;
export type Desired = (typeof desiredWords)[number];

/** A bot that a file says there should be. */
export interface DesiredInstance {
  instance: InstanceConfig;
  /** Whether it should run; without it, a new bot runs and others stay as they are. */
  desired?: Desired;
  /** Where the file says so. */
  line: number;
  /** Position of a value of the instance. */
  placeOf: SourceDocument["placeOf"];
}

/** What a file of bots may have at most; each instance has its own limit. */
const fileBytes = 4 * 1024 ** 2;

/**
 * Reads a file that says which bots there should be: an instance configuration, or a list of them, as JSON or, by the
 * file's name, as YAML. Instances with errors are left out.
 */
export function checkDesired(
  source: string,
  file: string,
): { found: DesiredInstance[]; problems: Problem[] } {
  const isJson = file.endsWith(".json");
  const { document, problems } = (isJson ? readJson : readYaml)(source, file, "instance", fileBytes);
  if (document === undefined) return { found: [], problems };
  const { value } = document;
  const items = Array.isArray(value)
    ? value.map((item, at) => ({ item, at: [at] }))
    : [{ item: value, at: [] }];
  const checked = items.map(({ item, at }) => checkOne(item, file, below(document, at), at));
  return {
    found: checked.flatMap(({ found }) => (found ? [found] : [])),
    problems: [...problems, ...checked.flatMap((one) => one.problems)],
  };
}

function checkOne(
  value: unknown,
  file: string,
  document: SourceDocument,
  at: Path,
): { found?: DesiredInstance; problems: Problem[] } {
  const { desired, ...given } = isObject(value) ? value : { desired: undefined };
  const { instance, problems } = checkValue(isObject(value) ? given : value, file, document);
  const own: Problem[] = isObject(value) ? [...checkNumbers(given.config, file, document)] : [];
  if (desired !== undefined && !desiredWords.some((word) => word === desired)) {
    const message = `"desired" is ${typeof desired === "string" ? showJson(desired) : describe(desired)}; it must be "running" or "stopped".`;
    const next = typeof desired === "string" ? suggestion(desired, desiredWords) : "Write one of the two.";
    const code = "instance.invalid_value";
    own.push({
      code,
      file,
      ...document.placeOf(["desired"]),
      pointer: "/desired",
      message,
      next,
      severity: "error",
    });
  }
  const all = [...problems, ...own].map((problem) => ({
    ...problem,
    pointer: `${pointerOf(at)}${problem.pointer ?? ""}`,
  }));
  if (instance === undefined || hasErrors(all)) return { problems: all };
  const found: DesiredInstance = {
    instance,
    line: document.placeOf([]).line ?? 1,
    placeOf: document.placeOf,
    ...(desired !== undefined && { desired: desired as Desired }),
  };
  return { found, problems: all };
}

/** Refuses numbers of a config that would be rounded, or that JSON does not have. */
function* checkNumbers(config: unknown, file: string, document: SourceDocument): Generator<Problem> {
  for (const { path, value } of numbersIn(config, ["config"])) {
    const source = document.sourceOf(path) ?? "";
    const place = { file, ...document.placeOf(path) };
    const long = longNumberAt(path, source);
    if (long) {
      const { path: _, ...problem } = long;
      yield { ...problem, ...place };
    } else if (!Number.isFinite(value)) {
      const message = `"${path.join(".")}" is ${source}, which is not a number of JSON.`;
      const next = "Write a number, or a string in quotes.";
      yield {
        code: "instance.invalid_value",
        ...place,
        pointer: pointerOf(path),
        message,
        next,
        severity: "error",
      };
    }
  }
}

function* numbersIn(value: unknown, path: Path): Generator<{ path: Path; value: number }> {
  if (typeof value === "number") yield { path, value };
  else if (typeof value === "object" && value !== null)
    for (const [key, item] of Array.isArray(value) ? value.entries() : Object.entries(value))
      yield* numbersIn(item, [...path, key]);
}

/** The part of a document at a path, as a document. */
function below(document: SourceDocument, at: Path): SourceDocument {
  return {
    value: document.value,
    placeOf: (path) => document.placeOf([...at, ...path]),
    placeOfKey: (path) => document.placeOfKey([...at, ...path]),
    sourceOf: (path) => document.sourceOf([...at, ...path]),
  };
}
