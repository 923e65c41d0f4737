import type { Case } from "../model.ts";

/** A change to one source file of the Node SDK. */
export interface Patch {
  /** Path from the repository's root, such as `sdks/node/src/metric.ts`. */
  file: string;
  /** Text that occurs exactly once in the file. */
  find: string;
  replace: string;
}

/** A broken SDK: the Node SDK with a mistake that a maintainer could make. */
export interface Mutant {
  /** Unique and never reused: words with hyphens. */
  id: string;
  /** Ids of the contract's clauses that it breaks. */
  clauses: string[];
  /** What this broken SDK does, in one sentence. */
  what: string;
  patch: Patch[];
  killers: Killer[];
}

/** A case that must notice a mutant, or a template of which at least one case must. */
export interface Killer {
  /** Id of the case or template. */
  name: string;
  cases: Case[];
}
