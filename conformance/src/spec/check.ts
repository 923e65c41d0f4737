import type { Problem } from "../bad-input.ts";
import type { Case } from "../model.ts";
import type { Clause, Contract } from "./contract.ts";
import type { Exclusion } from "./exclusions.ts";
import type { Pins } from "./pins.ts";

/** Paths of the files as messages name them. */
export interface SpecFiles {
  contract: string;
  pins: string;
  exclusions: string;
}

const defaultFiles: SpecFiles = {
  contract: "docs/reference/contract.md",
  pins: "conformance/contract/pins.json",
  exclusions: "conformance/contract/exclusions.yaml",
};

/**
 * Checks that every clause has its cases or a reason why not, and that the cases were reviewed since the clause last
 * changed. Each row of a table counts as a case.
 */
export function checkSpec(
  cases: Case[],
  contract: Contract,
  pins: Pins,
  exclusions: Exclusion[],
  files: SpecFiles = defaultFiles,
): Problem[] {
  const byClause = new Map<string, Case[]>();
  const known = new Set(contract.clauses.map(({ id }) => id));
  const unknown: Problem[] = [];
  for (const one of cases) {
    for (const clause of one.clauses) {
      byClause.set(clause, [...(byClause.get(clause) ?? []), one]);
      const { file, line } = one;
      if (!known.has(clause))
        unknown.push({
          file,
          line,
          message: `${one.id} names [${clause}], which is not in the contract`,
        });
    }
  }
  const gone = Object.keys(pins).filter((id) => !known.has(id));
  return [
    ...unknown,
    ...contract.clauses.flatMap((clause) => {
      const own = byClause.get(clause.id) ?? [];
      const exclusion = exclusions.find((one) => one.clause === clause.id);
      return [...coverage(clause, own, exclusion, files), ...review(clause, own, pins, files)];
    }),
    ...gone.map((id) => ({
      file: files.pins,
      message: `[${id}] is pinned, but is no longer in the contract; run \`botyard-conformance pin\` with any clause to remove it`,
    })),
  ];
}

function coverage(
  clause: Clause,
  own: Case[],
  exclusion: Exclusion | undefined,
  files: SpecFiles,
): Problem[] {
  const needed = clause.keyword === "MAY" ? 1 : 2;
  const excluded = (message: string): Problem[] => [
    { file: files.exclusions, line: exclusion!.line, message },
  ];
  if (exclusion?.kind === "none" && own.length > 0) {
    return excluded(`[${clause.id}] is listed as having no case, but is observed by ${named(own)}`);
  }
  if (exclusion?.kind === "few" && (own.length === 0 || own.length >= needed)) {
    return excluded(`[${clause.id}] is listed as having few cases, but has ${own.length}`);
  }
  if (exclusion || own.length >= needed) return [];
  const has = own.length === 0 ? "no case" : `only one case, ${own[0]!.id}`;
  const missing = own.length === 0 ? "write a case that passes and a near-miss" : "write a near-miss";
  return [
    {
      file: files.contract,
      message: `[${clause.id}] has ${has}; ${missing}, or give a reason in ${files.exclusions}`,
    },
  ];
}

function review(clause: Clause, own: Case[], pins: Pins, files: SpecFiles): Problem[] {
  const pinned = pins[clause.id];
  if (pinned === clause.sha256) return [];
  const many = own.length === 1 ? "its case was" : `its ${own.length} cases were`;
  const told = own.length === 0 ? "it was reviewed" : `${many} reviewed: ${named(own)}`;
  const problem = pinned === undefined ? "was never pinned" : `changed since ${told}`;
  const them = pinned === undefined ? named(own) : "them";
  const look = own.length === 0 ? "check whether it needs cases now" : `review ${them}`;
  const message = `[${clause.id}] ${problem}; ${look}, then run \`botyard-conformance pin ${clause.id}\``;
  return [{ file: files.pins, message }];
}

function named(cases: Case[]): string {
  const ids = cases.map(({ id }) => id);
  return ids.length > 8 ? `${ids.slice(0, 8).join(", ")} … (${ids.length})` : ids.join(", ");
}
