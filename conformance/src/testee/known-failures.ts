import { Fields } from "../cases/fields.ts";
import { suggestion } from "../cases/nearest.ts";
import type { Source } from "../cases/yaml/read.ts";
import type { KnownFailure } from "../model.ts";

const keys = ["case", "fails", "reason", "since"];

/**
 * Reads the known failures of a testee. `cases`: the existing ids, if they are to be checked. Problems are added to
 * the source.
 */
export function readKnownFailures(source: Source, cases: ReadonlySet<string> | undefined): KnownFailure[] {
  if (!source.root) return [];
  if (source.root.kind !== "list") {
    source.problem(source.root, "known failures must be a list: - case: …");
    return [];
  }
  const seen = new Map<string, number>();
  return source.root.items.flatMap((node) => {
    const fields = Fields.of(source, node, "a known failure", keys);
    if (!fields) return [];
    const id = fields.requiredText("case");
    const [fails, reason, since] = [
      fields.requiredText("fails"),
      fields.requiredText("reason"),
      fields.requiredText("since"),
    ];
    if (since !== undefined && !isDate(since))
      fields.problem("since", `since must be a date such as "2026-11-20", not ${since}`);
    for (const key of ["fails", "reason"]) {
      if (fields.text(key)?.trim() === "") fields.problem(key, `${key} is empty`);
    }
    if (id === undefined || fails === undefined || reason === undefined || since === undefined) return [];
    if (cases && !cases.has(id)) fields.problem("case", `there is no case ${id}: ${suggestion(id, cases)}`);
    const earlier = seen.get(id);
    if (earlier !== undefined)
      fields.problem("case", `${id} is listed twice; it is already in line ${earlier}`);
    const { line } = source.placeOf(fields.at);
    seen.set(id, line);
    return [{ case: id, fails, reason, since, line }];
  });
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
