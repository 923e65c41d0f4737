import type { Case, Testee } from "../model.ts";
import type { Contract } from "../spec/contract.ts";

/** Inputs of a run. */
export interface Setting {
  /** Version of this package. */
  version: string;
  contract: Contract;
  contractHash: string;
  cases: Case[];
  casesHash: string;
  testees: Testee[];
  /** Clauses that no case observes, with the reason. */
  excluded: Map<string, string>;
}
