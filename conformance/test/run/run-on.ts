import { join } from "node:path";
import { loadCases, scriptOf } from "../../src/cases/index.ts";
import { errorTableOf } from "../../src/judge/error-table.ts";
import type { Case, Testee } from "../../src/model.ts";
import { planOf } from "../../src/run/plan.ts";
import { runSuite, type SuiteResult } from "../../src/run/suite.ts";
import { bundledContract, packageFolder } from "../../src/spec/index.ts";
import { loadTestee } from "../../src/testee/index.ts";

export async function ownCases(): Promise<Case[]> {
  return (await loadCases(join(packageFolder(), "cases"))).cases;
}

/** Returns a testee of `test/testees`. */
export function testeeOf(name: string, changes: Partial<Testee> = {}): Testee {
  return { ...loadTestee(join(import.meta.dirname, "../testees", name)), ...changes };
}

/** Runs cases with one testee, as the command does. */
export function runOn(
  testee: Testee,
  cases: Case[],
  jobs = 2,
  stop = new AbortController().signal,
): Promise<SuiteResult> {
  const { owed } = planOf(cases, [testee], { areas: [], cases: [] });
  return runSuite(owed, { errors: errorTableOf(bundledContract()), scriptOf, jobs, stop });
}
