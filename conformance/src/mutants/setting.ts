import { existsSync } from "node:fs";
import { join } from "node:path";
import { BadInput } from "../bad-input.ts";
import { loadCases, scriptOf } from "../cases/index.ts";
import { errorTableOf } from "../judge/error-table.ts";
import type { Case, Testee } from "../model.ts";
import type { RunOptions } from "../run/case.ts";
import { bundledContract } from "../spec/contract.ts";
import { packageFolder } from "../spec/package-folder.ts";
import { loadTestee } from "../testee/index.ts";
import type { Mutant } from "./mutant.ts";
import { loadMutants } from "./registry.ts";

/** Inputs of a run of mutants. */
export interface MutantSetting {
  mutants: Mutant[];
  /** Cases that the Node SDK owes. */
  cases: Case[];
  node: Testee;
  run: RunOptions;
}

/**
 * Reads the mutants, the cases and the Node testee of this package.
 *
 * @throws {BadInput} if the package is not in its repository, or any of them is invalid
 */
export async function loadMutantSetting(): Promise<MutantSetting> {
  const folder = packageFolder();
  if (!existsSync(join(folder, "mutants"))) {
    throw new BadInput([
      {
        file: "botyard-conformance",
        message: "this package has no broken SDKs; they are only in Botyard's repository",
      },
    ]);
  }
  const contract = bundledContract();
  const { cases } = await loadCases(join(folder, "cases"));
  const node = loadTestee("node", { cases: new Set(cases.map(({ id }) => id)) });
  const { lacks } = node;
  const clauses = new Set(contract.clauses.map(({ id }) => id));
  return {
    mutants: loadMutants(join(folder, "mutants"), { root: join(folder, ".."), clauses, cases, lacks }),
    cases: cases.filter(({ needs }) => !needs.some((need) => need in lacks)),
    node,
    run: { errors: errorTableOf(contract), scriptOf },
  };
}
