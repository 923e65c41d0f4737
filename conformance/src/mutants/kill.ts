import type { Case, Testee } from "../model.ts";
import { type Owed, type RunOptions, runCase } from "../run/case.ts";

/** Whether a case notices the broken SDK. A case of pairs is tried with the broken SDK on either side. */
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

/** Whether any of the cases notices the broken SDK; stops at the first that does. */
export async function anyKills(
  cases: Case[],
  broken: Testee,
  sound: Testee,
  options: RunOptions,
): Promise<boolean> {
  for (const one of cases) if (await kills(one, broken, sound, options)) return true;
  return false;
}
