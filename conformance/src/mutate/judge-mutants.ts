import type { ErrorTable } from "../judge/finding.ts";
import { type Channel, isNoticed } from "../judge/step.ts";
import type { Case, Step } from "../model.ts";
import type { Ran } from "../run/case.ts";
import { mutantsOf } from "./observation.ts";

/** Results of the mutants of one recorded pass. */
export interface MutationScore {
  case: string;
  testee: string;
  made: number;
  killed: number;
  /** Mutations that no expectation noticed and the case does not tolerate, with the number of each. */
  alive: Map<string, number>;
  /** Tolerated mutations that were not needed. */
  unused: string[];
}

/** Judges a recorded pass again with every small change, without running anything. */
export function scoreOf(one: Case, testee: string, ran: Ran, errors: ErrorTable): MutationScore {
  const tolerated = new Set(one.tolerates.map(({ mutation }) => mutation));
  const used = new Set<string>();
  const score: MutationScore = { case: one.id, testee, made: 0, killed: 0, alive: new Map(), unused: [] };
  for (const { step, seen, testee: by } of ran.steps) {
    const lacks = new Set(Object.keys(by.lacks));
    for (const { mutation, seen: changed } of mutantsOf(step, seen)) {
      score.made++;
      if (isNoticed({ step, seen: changed, lacks, errors }, channelOf(mutation))) score.killed++;
      else if (tolerated.has(mutation)) used.add(mutation);
      else score.alive.set(mutation, (score.alive.get(mutation) ?? 0) + 1);
    }
  }
  if (!one.steps.some(isRaced)) score.unused = [...tolerated].filter((mutation) => !used.has(mutation));
  return score;
}

/** Whether a step has concurrent work: then a tolerance may be needed in one run and not in the next. */
const isRaced = ({ ops }: Step): boolean => ops.some(({ op }) => op === "parallel" || op === "background");

function channelOf(mutation: string): Channel {
  const [tampered = ""] = mutation.split(".");
  if (tampered === "stdout" || tampered === "stderr") return "streams";
  return tampered === "port" ? "http" : (tampered as Channel);
}
