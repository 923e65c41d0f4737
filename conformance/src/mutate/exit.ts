import { Num } from "../json/index.ts";
import type { Observation, Step } from "../model.ts";
import type { Mutant } from "./mutant.ts";

/** Yields other ends of the process. */
export function* ofExit({ expect }: Step, seen: Observation): Generator<Mutant> {
  const isAnyFailure =
    "nonzero" in expect.exit || ("code" in expect.exit && !(expect.exit.code instanceof Num));
  for (const code of isAnyFailure ? [0] : [0, 1, 3]) {
    if (!("code" in seen.exit && seen.exit.code === code)) {
      yield { mutation: `exit.code-${code}`, seen: { ...seen, exit: { code } } };
    }
  }
  yield { mutation: "exit.crash", seen: { ...seen, exit: { signal: "SIGSEGV" } } };
  yield { mutation: "exit.timeout", seen: { ...seen, exit: { timeout: true } } };
}
