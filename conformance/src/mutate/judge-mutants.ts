import type { ErrorTable } from "../judge/finding.ts";
import { judgeStep } from "../judge/step.ts";
import type { Case } from "../model.ts";
import type { Ran } from "../run/case.ts";
import { mutantsOf } from "./observation.ts";

/** What became of the mutants of one recorded pass. */
export interface MutationScore {
  case: string;
  testee: string;
  made: number;
  killed: number;
  /** Mutations that no expectation noticed and the case does not tolerate, with how many of each. */
  alive: Map<string, number>;
  /** Tolerances that nothing needed. */
  unused: string[];
}

/** Judges a recorded pass again with every small change. Runs nothing. */
export function scoreOf(one: Case, testee: string, ran: Ran, errors: ErrorTable): MutationScore {
  const tolerated = new Set(one.tolerates.map(({ mutation }) => mutation));
  const used = new Set<string>();
  const score: MutationScore = { case: one.id, testee, made: 0, killed: 0, alive: new Map(), unused: [] };
  for (const { step, seen, testee: by } of ran.steps) {
    const lacks = new Set(Object.keys(by.lacks));
    for (const { mutation, seen: changed } of mutantsOf(step, seen)) {
      score.made++;
      if (judgeStep({ step, seen: changed, lacks, errors }).length > 0) score.killed++;
      else if (tolerated.has(mutation)) used.add(mutation);
      else score.alive.set(mutation, (score.alive.get(mutation) ?? 0) + 1);
    }
  }
  score.unused = [...tolerated].filter((mutation) => !used.has(mutation));
  return score;
}
