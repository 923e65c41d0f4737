import { BadInput } from "../../bad-input.ts";
import { suggestion } from "../../cases/nearest.ts";
import { inPool } from "../../run/pool.ts";
import type { OpenPlatform, PlatformCase } from "../model.ts";
import { runPlatformCase } from "../run/case.ts";
import { HttpClient } from "../run/http.ts";
import { longestFirst } from "../run/order.ts";
import { Platforms } from "../world/platforms.ts";
import type { Mistakes, PlatformMutant } from "./mutant.ts";
import { startProxy } from "./proxy.ts";

export interface PlatformMutantCheck {
  killed: number;
  alive: number;
  /** Mutants of whose killers the platform owes none. */
  notRun: string[];
  /** One sentence for each killer that does not notice its mutant, and for each that fails on a sound platform. */
  problems: { mutant: string | null; said: string }[];
}

/**
 * Runs the killers of each mutant against it, and all killers once through a proxy that changes nothing.
 *
 * @throws {BadInput} if a killer does not exist
 */
export async function checkPlatformMutants(
  mutants: PlatformMutant[],
  cases: PlatformCase[],
  open: OpenPlatform,
  { jobs, stop }: { jobs: number; stop: AbortSignal },
): Promise<PlatformMutantCheck> {
  const owed = cases.filter(({ needs }) => !needs.some((need) => need in open.lacks));
  const platforms = new Platforms(open);
  const client = new HttpClient();
  const check: PlatformMutantCheck = { killed: 0, alive: 0, notRun: [], problems: [] };
  const cleaning: Promise<void>[] = [];
  /** Runs cases of one template one after the other, behind a proxy; returns the first failure. */
  const firstFailure = async (own: PlatformCase[], mutant: Mistakes): Promise<string | undefined> => {
    const { open: target, world } = await platforms.placeOf(own[0]!);
    const keys = { alice: await world.key("alice", ""), bob: await world.key("bob", "") };
    const proxy = await startProxy(target.baseUrl, mutant, keys);
    try {
      for (const one of own) {
        const place = { open: { ...target, baseUrl: proxy.url }, world };
        const { failures, cleanUp } = await runPlatformCase(one, place, client);
        cleaning.push(cleanUp());
        const [first] = failures;
        if (first && first.verdict !== "fail") throw new Error(`${one.id} could not be run: ${first.text}`);
        if (first) return `${first.at}: ${first.text}`;
      }
      return undefined;
    } finally {
      await proxy.close();
    }
  };
  const used = new Set(mutants.flatMap((one) => one.killers.flatMap((name) => named(cases, one, name))));
  const sound = async (one: PlatformCase): Promise<void> => {
    const failed = await firstFailure([one], {});
    if (failed) check.problems.push({ mutant: null, said: `${one.id} fails on a sound platform: ${failed}` });
  };
  const attempt = async (mutant: PlatformMutant): Promise<void> => {
    const killers = mutant.killers
      .map((name) => ({ name, own: named(owed, mutant, name, cases) }))
      .filter(({ own }) => own.length > 0);
    if (killers.length === 0) return void check.notRun.push(mutant.id);
    let isAlive = false;
    for (const { name, own } of killers) {
      // A proxy of its own: what a mutant remembers must not come from another killer.
      if ((await firstFailure(own, mutant)) !== undefined) continue;
      isAlive = true;
      check.problems.push({ mutant: mutant.id, said: `${mutant.id} is alive: ${name} does not notice it` });
    }
    check[isAlive ? "alive" : "killed"]++;
  };
  await inPool(longestFirst([...used].filter((one) => owed.includes(one))), jobs, sound, stop);
  await inPool(mutants, jobs, attempt, stop);
  await Promise.all(cleaning);
  await platforms.close();
  client.close();
  if (stop.aborted) check.problems.push({ mutant: null, said: "the run was stopped before it was finished" });
  return check;
}

/** Returns the cases of a killer among the given ones. */
function named(
  cases: PlatformCase[],
  { id }: PlatformMutant,
  name: string,
  all: PlatformCase[] = cases,
): PlatformCase[] {
  const isMeant = (one: PlatformCase) => one.id === name || one.template === name;
  if (!all.some(isMeant)) {
    const known = new Set(all.flatMap((one) => [one.id, one.template]));
    const message = `the mutant ${id} names no case ${name}: ${suggestion(name, known)}`;
    throw new BadInput([{ file: "platform mutants", message }]);
  }
  return cases.filter(isMeant);
}
