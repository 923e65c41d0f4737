import type { Case, Testee } from "../model.ts";
import { type Owed, type RunOptions, runCase } from "../run/case.ts";

/** Whether a case notices the broken SDK: any verdict but a pass. In pairs it is tried on either side of the sound one. */
export async function kills(one: Case, broken: Testee, sound: Testee, options: RunOptions): Promise<boolean> {
  const tries: Owed[] = one.pairs
    ? [
        { case: one, testee: broken, peer: sound },
        { case: one, testee: sound, peer: broken },
      ]
    : [{ case: one, testee: broken, peer: null }];
  for (const owed of tries) {
    const { failures } = await runCase(owed, options);
    if (failures.length > 0) return true;
  }
  return false;
}

/** Whether any of the cases notices the broken SDK; behind the first that does no other is run. */
export async function anyKills(
  cases: Case[],
  broken: Testee,
  sound: Testee,
  options: RunOptions,
): Promise<boolean> {
  for (const one of cases) if (await kills(one, broken, sound, options)) return true;
  return false;
}
