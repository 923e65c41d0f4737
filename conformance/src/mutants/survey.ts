import { availableParallelism } from "node:os";
import type { Case } from "../model.ts";
import { inPool } from "../run/pool.ts";
import { bundle } from "./bundles.ts";
import type { MutantOptions } from "./check.ts";
import { kills } from "./kill.ts";
import type { Mutant } from "./mutant.ts";
import type { MutantSetting } from "./setting.ts";

/** Results of every case with every mutant. */
export interface Survey {
  /** Mutants that no case noticed. */
  alive: string[];
  /** Templates of cases that noticed no mutant. */
  idle: string[];
  /** By mutant, the cases that noticed it, in the order of the cases. */
  killers: Map<string, string[]>;
  problems: string[];
}

/** Runs every case, or those of the given areas, against every mutant; takes hours. */
export async function surveyMutants(
  { mutants, cases, node, run }: MutantSetting,
  options: MutantOptions & { areas: string[] },
): Promise<Survey> {
  const { jobs = availableParallelism(), stop = new AbortController().signal, only, areas } = options;
  const chosen = only ? mutants.filter(({ id }) => only.includes(id)) : mutants;
  const asked = areas.length > 0 ? cases.filter(({ area }) => areas.includes(area)) : cases;
  const { sound, broken, unbuilt, remove } = await bundle(chosen, node, stop);
  const problems = unbuilt.map(({ said }) => said);
  const noticed = new Map(chosen.map(({ id }) => [id, new Set<Case>()]));
  const trials = chosen.flatMap((mutant) => asked.map((one) => ({ mutant, one })));
  const attempt = async ({ mutant, one }: { mutant: Mutant; one: Case }): Promise<void> => {
    const testee = broken.get(mutant.id);
    if (!testee) return;
    try {
      if (await kills(one, testee, sound, run)) noticed.get(mutant.id)!.add(one);
    } catch (error) {
      problems.push(`${mutant.id} could not be run with ${one.id}: ${(error as Error).message}`);
    }
  };
  try {
    await inPool(trials, jobs, attempt, stop);
  } finally {
    remove();
  }
  if (stop.aborted) problems.push("the run was stopped before it was finished");
  const busy = new Set([...noticed.values()].flatMap((found) => [...found].map((one) => one.template)));
  const killers = new Map(
    chosen.map(({ id }) => [id, asked.filter((one) => noticed.get(id)!.has(one)).map((one) => one.id)]),
  );
  return {
    alive: [...killers].filter(([, ids]) => ids.length === 0).map(([id]) => id),
    idle: [...new Set(asked.map(({ template }) => template))].filter((template) => !busy.has(template)),
    killers,
    problems,
  };
}
