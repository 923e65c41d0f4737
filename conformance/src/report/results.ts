import type { Delivered } from "../model.ts";
import type { Plan } from "../run/plan.ts";
import type { Mutations } from "./mutations.ts";
import { tallyOf } from "./tally.ts";

/** What was run, so that two reports can be compared. */
export interface RunHeader {
  /** Version of this package. */
  suite: string;
  /** Hashes of the contract page and of all cases. */
  contract: string;
  cases: string;
  seed: number;
  testees: { name: string; language: string; lacks: Record<string, string> }[];
}

/** The results as JSON, by schema/results.schema.json. A file without `footer` is of a run that did not come to its end. */
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
    verdicts: delivered,
    ...(mutations ? { mutations: countsOf(mutations) } : {}),
    footer: { ...tallyOf(delivered), seconds },
  };
  return `${JSON.stringify(report, null, 1)}\n`;
}

const countsOf = ({ made, killed, holes }: Mutations) => ({ made, killed, holes });
