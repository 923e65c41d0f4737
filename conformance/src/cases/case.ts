import type { Case } from "../model.ts";
import { toleratedMutation, wholeCase } from "./case-form.ts";
import { Fields } from "./fields.ts";
import { keysOf } from "./form.ts";
import { suggestion } from "./nearest.ts";
import { checkPlaceholders } from "./placeholder.ts";
import { readStep } from "./step.ts";
import { expandTable, type Variant } from "./table.ts";
import { capabilities } from "./vocabulary.ts";
import type { MapNode } from "./yaml/node.ts";
import type { Source } from "./yaml/read.ts";

/** Clauses and error codes that a case may name. */
export interface Contracted {
  clauses: ReadonlySet<string>;
  codes: ReadonlySet<string>;
}

interface Known extends Contracted {
  /** Place of each id read so far, `file:line`. */
  ids: Map<string, string>;
}

const keys = keysOf(wholeCase);
const idForm = /^[a-z][a-z-]*\.[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Reads the cases of one file. Problems are added to the source. */
export function readCases(source: Source, area: string, known: Known): Case[] {
  if (!source.root) return [];
  if (source.root.kind !== "list") {
    source.problem(source.root, "a case file must be a list of cases: - id: …");
    return [];
  }
  return source.root.items.flatMap((node) => {
    const fields = Fields.of(source, node, "a case", keys);
    if (!fields) return [];
    checkUnique(fields, known.ids);
    return expandTable(source, node as MapNode).flatMap(
      (variant) => readCase(source, variant, area, known) ?? [],
    );
  });
}

function readCase(source: Source, variant: Variant, area: string, known: Known): Case | undefined {
  checkPlaceholders(source, variant.node);
  const fields = Fields.of(source, variant.node, "a case", keys)!;
  const template = fields.requiredText("id");
  if (template !== undefined) checkId(fields, template, area);
  const title = fields.requiredText("title");
  if (title?.trim() === "") fields.problem("title", "the title is empty; write what the case shows");
  const needs = new Set(namesOf(fields, "needs", "capability", capabilities));
  fields.required("clauses");
  const clauses = namesOf(fields, "clauses", "clause", known.clauses);
  if (fields.has("clauses") && fields.list("clauses").length === 0) {
    fields.problem("clauses", "a case needs at least one clause");
  }
  fields.required("steps");
  const steps = fields.list("steps").flatMap((step) => readStep(source, step, known.codes, needs) ?? []);
  if (fields.has("steps") && fields.list("steps").length === 0)
    fields.problem("steps", "a case needs at least one step");
  const pairs = fields.flag("pairs");
  checkPairs(
    fields,
    pairs,
    steps.some(({ by }) => by === "peer"),
  );
  if (template === undefined || title === undefined) return undefined;
  return {
    id: variant.name === null ? template : `${template}/${variant.name}`,
    template,
    area,
    title,
    clauses,
    needs: [...needs].sort(),
    pairs,
    steps,
    tolerates: readTolerated(fields),
    file: source.file,
    line: source.placeOf(variant.at).line,
  };
}

function checkUnique(fields: Fields, ids: Known["ids"]): void {
  const node = fields.get("id");
  if (node?.kind !== "scalar" || typeof node.value !== "string") return;
  const earlier = ids.get(node.value);
  if (earlier) fields.problem("id", `the id ${node.value} is already used in ${earlier}`);
  else ids.set(node.value, `${fields.source.file}:${fields.source.placeOf(node.at).line}`);
}

function checkId(fields: Fields, id: string, area: string): void {
  if (!idForm.test(id)) {
    fields.problem(
      "id",
      `${id} is not a valid id; write ${area}.words-with-hyphens, in lower-case letters and digits`,
    );
  } else if (!id.startsWith(`${area}.`)) {
    fields.problem("id", `the id ${id} must begin with ${area}. because the file is in the folder ${area}`);
  }
}

function checkPairs(fields: Fields, pairs: boolean, hasPeer: boolean): void {
  if (pairs && !hasPeer)
    fields.problem("pairs", "a case with pairs: true needs at least one step with by: peer");
  if (!pairs && hasPeer) fields.problem("steps", "a step with by: peer needs pairs: true in its case");
}

function namesOf(fields: Fields, key: string, what: string, known: ReadonlySet<string>): string[] {
  const seen = new Set<string>();
  for (const { text, at } of fields.texts(key)) {
    if (seen.has(text)) fields.source.problem(at, `the ${what} ${text} is listed twice`);
    if (!known.has(text))
      fields.source.problem(at, `there is no ${what} ${text}: ${suggestion(text, known)}`);
    seen.add(text);
  }
  return [...seen];
}

function readTolerated(fields: Fields): Case["tolerates"] {
  return fields.list("tolerates").flatMap((node) => {
    const named = Fields.of(fields.source, node, "a tolerated mutation", keysOf(toleratedMutation));
    const mutation = named?.requiredText("mutation");
    const reason = named?.requiredText("reason");
    return mutation === undefined || reason === undefined ? [] : [{ mutation, reason }];
  });
}
