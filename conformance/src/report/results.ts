import type { Delivered } from "../model.ts";
import type { Plan } from "../run/plan.ts";
import type { Mutations } from "./mutations.ts";
import { tallyOf } from "./tally.ts";

/** What was run, for the comparison of reports. */
export interface RunHeader {
  /** Version of this package. */
  suite: string;
  /** SHA-256 of the contract and of all cases, in hex. */
  contract: string;
  cases: string;
  seed: number;
  /** The version of the contract that was required of all testees, instead of the one that each keeps. */
  requirements?: string;
  testees: { name: string; language: string; contract: string; lacks: Record<string, string> }[];
}

/** Returns the results as JSON by schema/results.schema.json. */
export function resultsReport(
  header: RunHeader,
  plan: Plan,
  delivered: Delivered[],
  seconds: number,
  mutations: Mutations | null,
): string {
  const report = {
    v: 1,
    header,
    owed: plan.owed.length,
    not_owed: plan.notOwed,
    not_run: plan.notRun,
    verdicts: delivered,
    ...(mutations ? { mutations: countsOf(mutations) } : {}),
    footer: { ...tallyOf(delivered), seconds },
  };
  return `${JSON.stringify(report, null, 1)}\n`;
}

const countsOf = ({ made, killed, holes }: Mutations) => ({ made, killed, holes });
