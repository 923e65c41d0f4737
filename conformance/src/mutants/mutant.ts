import type { Case } from "../model.ts";

/** A change of one source file of the Node SDK. */
export interface Patch {
  /** From the repository's root, such as `sdks/node/src/metric.ts`. */
  file: string;
  /** Stands exactly once in the file. */
  find: string;
  replace: string;
}

/** An SDK that is wrong on purpose: the Node SDK with a mistake that a maintainer could make. */
export interface Mutant {
  /** Unique for ever, words with hyphens. */
  id: string;
  /** Ids of the contract's clauses that it breaks. */
  clauses: string[];
  /** A sentence: what this wrong SDK does. */
  what: string;
  patch: Patch[];
  killers: Killer[];
}

/** What has to notice a mutant: a case, or at least one of the cases that a table makes. */
export interface Killer {
  /** The id of the case or of the template, as it is written. */
  name: string;
  cases: Case[];
}
