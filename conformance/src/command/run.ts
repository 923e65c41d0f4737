import { scriptOf } from "../cases/index.ts";
import { errorTableOf } from "../judge/error-table.ts";
import type { Delivered, Testee } from "../model.ts";
import { scoreOf } from "../mutate/judge-mutants.ts";
import { junitReport } from "../report/junit.ts";
import { markdownReport, withMatrix } from "../report/markdown.ts";
import { type Mutations, mutationsOf } from "../report/mutations.ts";
import { resultsReport } from "../report/results.ts";
import { explainHint, terminalReport } from "../report/terminal.ts";
import type { Owed, Ran } from "../run/case.ts";
import { isGreen } from "../run/ledger.ts";
import { type Plan, shuffled } from "../run/plan.ts";
import { runSuite } from "../run/suite.ts";
import { pageOf, writeReport } from "./report-files.ts";
import type { Setting } from "./setting.ts";

export interface RunFlags {
  jobs: number;
  seed: number;
  requirements?: string;
  json?: string;
  junit?: string;
  markdown?: string;
  /** Judge each recorded pass again with small changes. */
  mutations?: boolean;
  /** Skip the build commands. */
  built?: boolean;
}

/**
 * Runs the plan, writes the requested reports and returns the exit code.
 *
 * @throws {BadInput} if a report cannot be written
 */
export async function run(
  setting: Setting,
  plan: Plan,
  flags: RunFlags,
  stop: AbortSignal,
  print: (text: string) => void,
): Promise<0 | 1> {
  const began = performance.now();
  const errors = errorTableOf(setting.contract);
  const passes: { owed: Owed; ran: Ran }[] = [];
  const {
    delivered: inOrder,
    problems,
    notes,
  } = await runSuite(shuffled(plan.owed, flags.seed), {
    errors,
    scriptOf,
    jobs: flags.jobs,
    stop,
    built: flags.built ?? false,
    on: (delivered, owed, ran) => {
      if (flags.mutations && ran && delivered.verdict === "pass") passes.push({ owed, ran });
    },
  });
  const delivered = sortedByPlan(plan, inOrder);
  const seconds = (performance.now() - began) / 1000;
  print(terminalReport(plan, delivered, seconds, explainHint));
  for (const note of [...notes, ...problems]) print(note);
  // Judging blocks the event loop, so it waits until no process is running.
  const scores = passes.map(({ owed, ran }) => scoreOf(owed.case, owed.testee.name, ran, errors));
  const mutations = flags.mutations ? mutationsOf(scores) : null;
  if (mutations) print(mutations.text);
  writeReports(setting, plan, delivered, seconds, mutations, flags);
  const isSound = problems.length === 0 && (mutations?.holes ?? 0) === 0;
  return isGreen(plan.owed, delivered) && isSound ? 0 : 1;
}

function sortedByPlan(plan: Plan, delivered: Delivered[]): Delivered[] {
  const keyOf = (testee: string, peer: string | null, id: string) => `${testee}\0${peer}\0${id}`;
  const place = new Map(
    plan.owed.map(({ testee, peer, case: one }, i) => [keyOf(testee.name, peer?.name ?? null, one.id), i]),
  );
  const placeOf = (one: Delivered) => place.get(keyOf(one.testee, one.peer, one.case)) ?? -1;
  return delivered.sort((a, b) => placeOf(a) - placeOf(b));
}

function writeReports(
  setting: Setting,
  plan: Plan,
  delivered: Delivered[],
  seconds: number,
  mutations: Mutations | null,
  flags: RunFlags,
): void {
  const testees: Testee[] = setting.testees;
  if (flags.json !== undefined) {
    const header = {
      ...{
        suite: setting.version,
        contract: setting.contractHash,
        cases: setting.casesHash,
        seed: flags.seed,
      },
      ...(flags.requirements === undefined ? {} : { requirements: flags.requirements }),
      testees: testees.map(({ name, language, contract, lacks }) => ({ name, language, contract, lacks })),
    };
    writeReport(flags.json, resultsReport(header, plan, delivered, seconds, mutations));
  }
  if (flags.junit !== undefined) writeReport(flags.junit, junitReport(delivered));
  if (flags.markdown !== undefined) {
    const clauses = setting.contract.clauses.map(({ id }) => ({
      id,
      excluded: setting.excluded.get(id) ?? null,
    }));
    const matrix = markdownReport({ plan, delivered, testees, clauses });
    writeReport(flags.markdown, withMatrix(pageOf(flags.markdown), matrix));
  }
}
