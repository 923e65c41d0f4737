import { availableParallelism } from "node:os";
import { inPool } from "../run/pool.ts";
import { bundle } from "./bundles.ts";
import { anyKills } from "./kill.ts";
import type { Killer, Mutant } from "./mutant.ts";
import { loadMutantSetting, type MutantSetting } from "./setting.ts";

export interface MutantOptions {
  /** Processes at once; one for each processor unless given. */
  jobs?: number;
  /** Aborted: what has not begun is left out. */
  stop?: AbortSignal;
  /** Only these mutants, by id. */
  only?: string[];
}

/** Why a mutant, or the whole run, is not as it should be. */
export interface MutantProblem {
  /** The id; null where it is the run's own. */
  mutant: string | null;
  said: string;
}

/** What became of the mutants. */
export interface MutantCheck {
  /** Mutants that every one of their killers noticed. */
  killed: number;
  /** Mutants that at least one of their killers let live. */
  alive: number;
  /** One for each killer that let a mutant live, each mutant that does not build and each trial that broke off. */
  problems: MutantProblem[];
}

/**
 * Holds the named killers to their word: runs each against its mutants, and nothing else.
 *
 * @throws {BadInput} where the registry is not sound
 */
export async function checkMutants(
  options: MutantOptions = {},
  setting?: MutantSetting,
): Promise<MutantCheck> {
  const { mutants, node, run } = setting ?? (await loadMutantSetting());
  const { jobs = availableParallelism(), stop = new AbortController().signal, only } = options;
  const chosen = only ? mutants.filter(({ id }) => only.includes(id)) : mutants;
  const { sound, broken, unbuilt, remove } = await bundle(chosen, node, stop);
  const problems: MutantProblem[] = [...unbuilt];
  const alive = new Set<Mutant>();
  const trials = chosen.flatMap((mutant) => mutant.killers.map((killer) => ({ mutant, killer })));
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
  return { killed: broken.size - alive.size, alive: alive.size, problems };
}
