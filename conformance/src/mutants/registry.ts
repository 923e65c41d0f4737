import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { BadInput, type Problem } from "../bad-input.ts";
import { Fields } from "../cases/fields.ts";
import { displayPath } from "../cases/load.ts";
import { suggestion } from "../cases/nearest.ts";
import { readYaml, type Source } from "../cases/yaml/read.ts";
import type { Case } from "../model.ts";
import type { Killer, Mutant } from "./mutant.ts";
import { readPatch } from "./patch.ts";

/** Sources, clauses and cases that mutants refer to. */
export interface Surroundings {
  /** Root of the repository whose sources are patched. */
  root: string;
  clauses: ReadonlySet<string>;
  cases: Case[];
  /** Capabilities that the Node testee lacks; cases that need one are never run, so they cannot be killers. */
  lacks: Readonly<Record<string, string>>;
}

const keys = ["id", "clauses", "what", "patch", "killers"];
const idForm = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

/**
 * Reads the registry of broken SDKs, `mutants/<room>.yaml`.
 *
 * @throws {BadInput} if a patch does not apply, a name is unknown, an id is used twice, or a template of cases is no
 *   mutant's killer; lists every problem found
 */
export function loadMutants(dir: string, surroundings: Surroundings): Mutant[] {
  const problems: Problem[] = [];
  const ids = new Map<string, string>();
  const mutants = filesOf(dir).flatMap((path) => {
    const source = readYaml(readFileSync(path, "utf8"), displayPath(path));
    const own = readFile(source, surroundings, ids);
    problems.push(...source.problems);
    return own;
  });
  // If an entry could not be read, its killers are unknown.
  if (problems.length === 0) problems.push(...idleTemplates(mutants, surroundings));
  if (problems.length > 0) throw new BadInput(problems);
  return mutants;
}

function filesOf(dir: string): string[] {
  const names = readdirSync(dir).filter((name) => name.endsWith(".yaml"));
  if (names.length === 0) {
    throw new BadInput([{ file: displayPath(dir), message: "no mutants found; they are in *.yaml files" }]);
  }
  return names.sort().map((name) => join(dir, name));
}

function readFile(source: Source, surroundings: Surroundings, ids: Map<string, string>): Mutant[] {
  if (!source.root) return [];
  if (source.root.kind !== "list") {
    source.problem(source.root, "a file of mutants must be a list: - id: …");
    return [];
  }
  return source.root.items.flatMap((node) => {
    const fields = Fields.of(source, node, "a mutant", keys);
    return fields ? readMutant(fields, surroundings, ids) : [];
  });
}

function readMutant(fields: Fields, surroundings: Surroundings, ids: Map<string, string>): Mutant {
  const id = fields.requiredText("id") ?? "";
  checkId(fields, id, ids);
  const what = fields.requiredText("what") ?? "";
  if (what.trim() === "") fields.problem("what", "write in a sentence what this broken SDK does");
  return {
    id,
    what,
    clauses: readClauses(fields, surroundings.clauses),
    patch: readPatch(fields, surroundings.root),
    killers: readKillers(fields, surroundings),
  };
}

function checkId(fields: Fields, id: string, ids: Map<string, string>): void {
  const earlier = ids.get(id);
  if (earlier) fields.problem("id", `the id ${id} is already used in ${earlier}`);
  else if (!idForm.test(id)) {
    fields.problem(
      "id",
      `${id} is not a valid id; write words with hyphens, in lower-case letters and digits`,
    );
  }
  const { line } = fields.source.placeOf(fields.placeOf("id"));
  if (!earlier) ids.set(id, `${fields.source.file}:${line}`);
}

function readClauses(fields: Fields, known: ReadonlySet<string>): string[] {
  const named = texts(fields, "clauses", "a mutant needs at least one clause");
  return named.map(({ text, at }) => {
    if (!known.has(text)) fields.source.problem(at, `there is no clause ${text}: ${suggestion(text, known)}`);
    return text;
  });
}

function readKillers(fields: Fields, { cases, lacks }: Surroundings): Killer[] {
  const named = texts(fields, "killers", "a mutant needs at least one case that notices it");
  return named.map(({ text, at }) => {
    const meant = cases.filter(({ id, template }) => id === text || template === text);
    if (meant.length === 0) {
      const known = new Set(cases.flatMap(({ id, template }) => [id, template]));
      fields.source.problem(at, `there is no case ${text}: ${suggestion(text, known)}`);
    }
    for (const missing of new Set(meant.flatMap(({ needs }) => needs.filter((need) => need in lacks)))) {
      fields.source.problem(at, `${text} needs ${missing}, which the Node SDK lacks: it is never run`);
    }
    return { name: text, cases: meant };
  });
}

/** Reads a list of at least one string, without duplicates. */
function texts(fields: Fields, key: string, ifNone: string): { text: string; at: number }[] {
  fields.required(key);
  const all = fields.texts(key);
  if (fields.has(key) && all.length === 0) fields.problem(key, ifNone);
  const seen = new Set<string>();
  for (const { text, at } of all) {
    if (seen.has(text)) fields.source.problem(at, `${text} is listed twice`);
    seen.add(text);
  }
  return all;
}

/** Returns a problem for each template that no mutant names, because nothing shows that it notices anything. */
function idleTemplates(mutants: Mutant[], { cases, lacks }: Surroundings): Problem[] {
  const busy = new Set(
    mutants.flatMap(({ killers }) => killers.flatMap((killer) => killer.cases.map((one) => one.template))),
  );
  const owed = cases.filter(({ needs }) => !needs.some((need) => need in lacks));
  const idle = new Map(owed.map((one) => [one.template, one]));
  for (const template of busy) idle.delete(template);
  return [...idle.values()].map(({ template, file, line }) => ({
    file,
    line,
    message: `no mutant names ${template} as a killer; add it to one, or write a mutant that it notices`,
  }));
}
