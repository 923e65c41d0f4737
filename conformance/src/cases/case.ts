import type { Case } from "../model.ts";
import { compareVersions } from "../spec/contract.ts";
import { toleratedMutation, wholeCase } from "./case-form.ts";
import { checkId, namesOf, type PlaceOfIds, readCaseList } from "./case-list.ts";
import { Fields } from "./fields.ts";
import { keysOf } from "./form.ts";
import { checkPlaceholders } from "./placeholder.ts";
import { readStep } from "./step.ts";
import type { Variant } from "./table.ts";
import { readVersion } from "./version.ts";
import { capabilities } from "./vocabulary.ts";
import type { Source } from "./yaml/read.ts";

/** What a case may name of the contract. */
export interface Contracted {
  /** The first version of each clause. */
  clauses: ReadonlyMap<string, string>;
  codes: ReadonlySet<string>;
  /** In order, the newest last. */
  versions: readonly string[];
}

interface Known extends Contracted {
  ids: PlaceOfIds;
}

const keys = keysOf(wholeCase);

/** Reads the cases of one file. Problems are added to the source. */
export function readCases(source: Source, area: string, known: Known): Case[] {
  return readCaseList(source, keys, known.ids, (variant) => readCase(source, variant, area, known));
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
  const clauses = namesOf(fields, "clauses", "clause", new Set(known.clauses.keys()));
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
    ...readVersions(fields, clauses, known),
    needs: [...needs].sort(),
    pairs,
    steps,
    tolerates: readTolerated(fields),
    file: source.file,
    line: source.placeOf(variant.at).line,
  };
}

/** Reads which versions of the contract require what the case expects. A case of a newer clause is as new as the clause. */
function readVersions(fields: Fields, clauses: string[], known: Known): Pick<Case, "since" | "until"> {
  const [first] = known.versions;
  const given = readVersion(fields, "since", known.versions) ?? first!;
  const until = readVersion(fields, "until", known.versions);
  const since = [given, ...clauses.map((id) => known.clauses.get(id) ?? first!)]
    .sort(compareVersions)
    .at(-1)!;
  if (until !== undefined && compareVersions(until, since) < 0)
    fields.problem("until", `the case is of version ${since} and cannot end with ${until}`);
  return { ...(since === first ? {} : { since }), ...(until === undefined ? {} : { until }) };
}

function checkPairs(fields: Fields, pairs: boolean, hasPeer: boolean): void {
  if (pairs && !hasPeer)
    fields.problem("pairs", "a case with pairs: true needs at least one step with by: peer");
  if (!pairs && hasPeer) fields.problem("steps", "a step with by: peer needs pairs: true in its case");
}

function readTolerated(fields: Fields): Case["tolerates"] {
  return fields.list("tolerates").flatMap((node) => {
    const named = Fields.of(fields.source, node, "a tolerated mutation", keysOf(toleratedMutation));
    const mutation = named?.requiredText("mutation");
    const reason = named?.requiredText("reason");
    return mutation === undefined || reason === undefined ? [] : [{ mutation, reason }];
  });
}
