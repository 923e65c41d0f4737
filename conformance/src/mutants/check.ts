import { availableParallelism } from "node:os";
import type { Case } from "../model.ts";
import { inPool } from "../run/pool.ts";
import { hindrance } from "../run/tracer.ts";
import { bundle } from "./bundles.ts";
import { anyKills } from "./kill.ts";
import type { Killer, Mutant } from "./mutant.ts";
import { loadMutantSetting, type MutantSetting } from "./setting.ts";

export interface MutantOptions {
  /** Number of processes at once (default: one per processor). */
  jobs?: number;
  /** When aborted, no further trial is started. */
  stop?: AbortSignal;
  /** Ids of the mutants to check (default: all). */
  only?: string[];
  /** Returns why this machine cannot run a case; undefined if it can. */
  hindranceOf?: (one: Case) => string | undefined;
}

/** A problem with a mutant or with the whole run. */
export interface MutantProblem {
  /** Id of the mutant; null for the whole run. */
  mutant: string | null;
  said: string;
}

/** Results of the mutants. */
export interface MutantCheck {
  /** Number of mutants that all their killers noticed. */
  killed: number;
  /** Number of mutants that at least one of their killers did not notice. */
  alive: number;
  /** Number of mutants that do not build, which is a problem like a mutant that is alive. */
  unbuilt: number;
  /** Mutants that were not tried, because this machine can run none of their killers, each with the reason. */
  notRun: string[];
  /** One for each killer that did not notice its mutant, each mutant that does not build and each failed trial. */
  problems: MutantProblem[];
}

/**
 * Runs each mutant against its killers only, and checks that they notice it.
 *
 * @throws {BadInput} if the registry is invalid
 */
export async function checkMutants(
  options: MutantOptions = {},
  setting?: MutantSetting,
): Promise<MutantCheck> {
  const { mutants, node, run } = setting ?? (await loadMutantSetting());
  const { jobs = availableParallelism(), stop = new AbortController().signal, only } = options;
  const { hindranceOf = hindrance } = options;
  const asked = only ? mutants.filter(({ id }) => only.includes(id)) : mutants;
  const { runnable: chosen, notRun } = divided(asked, hindranceOf);
  const { sound, broken, unbuilt, remove } = await bundle(chosen, node, stop);
  const problems: MutantProblem[] = [...unbuilt];
  const alive = new Set<Mutant>();
  const trials = chosen.flatMap((mutant) =>
    mutant.killers.filter((killer) => isRunnable(killer, hindranceOf)).map((killer) => ({ mutant, killer })),
  );
  const attempt = async ({ mutant, killer }: { mutant: Mutant; killer: Killer }): Promise<void> => {
    const testee = broken.get(mutant.id);
    if (!testee) return;
    try {
      if (await anyKills(killer.cases, testee, sound, run)) return;
      problems.push({ mutant: mutant.id, said: `${mutant.id} is alive: ${killer.name} does not notice it` });
    } catch (error) {
      const said = `${mutant.id} could not be run with ${killer.name}: ${(error as Error).message}`;
      problems.push({ mutant: mutant.id, said });
    }
    alive.add(mutant);
  };
  try {
    await inPool(trials, jobs, attempt, stop);
  } finally {
    remove();
  }
  if (stop.aborted) problems.push({ mutant: null, said: "the run was stopped before it was finished" });
  problems.sort((a, b) => (a.said < b.said ? -1 : 1));
  const killed = broken.size - alive.size;
  return { killed, alive: alive.size, unbuilt: unbuilt.length, notRun, problems };
}

type HindranceOf = NonNullable<MutantOptions["hindranceOf"]>;

/** Whether all cases of a killer can be run. */
const isRunnable = ({ cases }: Killer, hindranceOf: HindranceOf): boolean =>
  cases.every((one) => hindranceOf(one) === undefined);

/** Sets those mutants aside of whose killers none can be run. */
function divided(mutants: Mutant[], hindranceOf: HindranceOf): { runnable: Mutant[]; notRun: string[] } {
  const isIdle = ({ killers }: Mutant) => !killers.some((killer) => isRunnable(killer, hindranceOf));
  const reasonOf = ({ killers }: Mutant) =>
    killers
      .flatMap(({ cases }) => cases)
      .map(hindranceOf)
      .find((why) => why !== undefined);
  return {
    runnable: mutants.filter((mutant) => !isIdle(mutant)),
    notRun: mutants.filter(isIdle).map((mutant) => `${mutant.id}: ${reasonOf(mutant)}`),
  };
}
