import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { scriptOf } from "../cases/index.ts";
import { errorTableOf } from "../judge/error-table.ts";
import type { Delivered, Testee } from "../model.ts";
import { type MutationScore, scoreOf } from "../mutate/judge-mutants.ts";
import { junitReport } from "../report/junit.ts";
import { markdownReport, withMatrix } from "../report/markdown.ts";
import { resultsReport } from "../report/results.ts";
import { terminalReport } from "../report/terminal.ts";
import type { Owed, Ran } from "../run/case.ts";
import { isGreen } from "../run/ledger.ts";
import { type Plan, shuffled } from "../run/plan.ts";
import { runSuite } from "../run/suite.ts";
import type { Setting } from "./setting.ts";

export interface RunFlags {
  jobs: number;
  seed: number;
  json?: string;
  junit?: string;
  markdown?: string;
  /** Judge every recorded pass again with small changes. */
  mutations?: boolean;
  /** Leave the build commands out. */
  built?: boolean;
}

/** Runs the plan, writes the reports that were asked for, and gives the exit code. */
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
  const { delivered: inOrder, problems } = await runSuite(shuffled(plan.owed, flags.seed), {
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
  print(terminalReport(plan, delivered, seconds));
  for (const problem of problems) print(problem);
  // Only now: it keeps this process too busy to attend to others in time.
  const scores = passes.map(({ owed, ran }) => scoreOf(owed.case, owed.testee.name, ran, errors));
  const alive = flags.mutations ? tellMutations(scores, print) : 0;
  writeReports(setting, plan, delivered, seconds, flags);
  return isGreen(plan.owed, delivered) && problems.length === 0 && alive === 0 ? 0 : 1;
}

function sortedByPlan(plan: Plan, delivered: Delivered[]): Delivered[] {
  const keyOf = (testee: string, peer: string | null, id: string) => `${testee}\0${peer}\0${id}`;
  const place = new Map(
    plan.owed.map(({ testee, peer, case: one }, i) => [keyOf(testee.name, peer?.name ?? null, one.id), i]),
  );
  const placeOf = (one: Delivered) => place.get(keyOf(one.testee, one.peer, one.case)) ?? -1;
  return delivered.sort((a, b) => placeOf(a) - placeOf(b));
}

/** How many cases let a change live, or excuse one that none needs. A tolerance is needed when any testee needs it. */
function tellMutations(scores: MutationScore[], print: (text: string) => void): number {
  const made = scores.reduce((sum, score) => sum + score.made, 0);
  const alive = new Map<string, Map<string, number>>();
  const unused = new Map<string, string[]>();
  for (const score of scores) {
    if (score.alive.size > 0) alive.set(score.case, score.alive);
    const before = unused.get(score.case);
    unused.set(score.case, before ? before.filter((name) => score.unused.includes(name)) : score.unused);
  }
  for (const [id, mutations] of alive) {
    for (const [name, count] of mutations)
      print(`${id}: ${count} × ${name} lives: no expectation notices it`);
  }
  for (const [id, names] of unused) {
    for (const name of names) print(`${id}: tolerates ${name}, which nothing needs: take it out`);
  }
  const killed = scores.reduce((sum, score) => sum + score.killed, 0);
  print(`${made} observation mutants, ${killed} killed, ${made - killed} not`);
  return alive.size + [...unused.values()].filter((names) => names.length > 0).length;
}

function writeReports(
  setting: Setting,
  plan: Plan,
  delivered: Delivered[],
  seconds: number,
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
      testees: testees.map(({ name, language, lacks }) => ({ name, language, lacks })),
    };
    write(flags.json, resultsReport(header, plan, delivered, seconds));
  }
  if (flags.junit !== undefined) write(flags.junit, junitReport(delivered));
  if (flags.markdown !== undefined) {
    const clauses = setting.contract.clauses.map(({ id }) => ({
      id,
      excluded: setting.excluded.get(id) ?? null,
    }));
    const matrix = markdownReport({ plan, delivered, testees, clauses });
    write(flags.markdown, withMatrix(existing(flags.markdown), matrix));
  }
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function existing(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
