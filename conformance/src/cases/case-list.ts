import { Fields } from "./fields.ts";
import { suggestion } from "./nearest.ts";
import { expandTable, type Variant } from "./table.ts";
import type { MapNode } from "./yaml/node.ts";
import type { Source } from "./yaml/read.ts";

/** Place of each id read so far, `file:line`. */
export type PlaceOfIds = Map<string, string>;

const idForm = /^[a-z][a-z-]*\.[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Reads a file of cases: a list, whose ids are unique and whose tables are expanded. */
export function readCaseList<Case>(
  source: Source,
  keys: readonly string[],
  ids: PlaceOfIds,
  readCase: (variant: Variant) => Case | undefined,
): Case[] {
  if (!source.root) return [];
  if (source.root.kind !== "list") {
    source.problem(source.root, "a case file must be a list of cases: - id: …");
    return [];
  }
  return source.root.items.flatMap((node) => {
    const fields = Fields.of(source, node, "a case", keys);
    if (!fields) return [];
    checkUnique(fields, ids);
    return expandTable(source, node as MapNode).flatMap((variant) => readCase(variant) ?? []);
  });
}

function checkUnique(fields: Fields, ids: PlaceOfIds): void {
  const node = fields.get("id");
  if (node?.kind !== "scalar" || typeof node.value !== "string") return;
  const earlier = ids.get(node.value);
  if (earlier) fields.problem("id", `the id ${node.value} is already used in ${earlier}`);
  else ids.set(node.value, `${fields.source.file}:${fields.source.placeOf(node.at).line}`);
}

/** Checks that an id has the form of ids and begins with its area. */
export function checkId(fields: Fields, id: string, area: string): void {
  if (!idForm.test(id)) {
    fields.problem(
      "id",
      `${id} is not a valid id; write ${area}.words-with-hyphens, in lower-case letters and digits`,
    );
  } else if (!id.startsWith(`${area}.`)) {
    fields.problem("id", `the id ${id} must begin with ${area}. because the file is in the folder ${area}`);
  }
}

/** Reads a list of names, each known and listed once. */
export function namesOf(fields: Fields, key: string, what: string, known: ReadonlySet<string>): string[] {
  const seen = new Set<string>();
  for (const { text, at } of fields.texts(key)) {
    if (seen.has(text)) fields.source.problem(at, `the ${what} ${text} is listed twice`);
    if (!known.has(text))
      fields.source.problem(at, `there is no ${what} ${text}: ${suggestion(text, known)}`);
    seen.add(text);
  }
  return [...seen];
}
