import type { Core } from "../../src/core.ts";
import { caseOf } from "./cases.ts";
import { came, difference } from "./outcome.ts";
import { Random } from "./random.ts";
import { reference } from "./reference.ts";

/** Runs cases on a core and on `@botyard/core`; returns a line for each of which the outcomes differ, 20 at most. */
export function disagreements(core: Core, count: number, seed: number): string[] {
  const found: string[] = [];
  for (let number = 0; number < count && found.length < 20; number++) {
    const one = caseOf(new Random(seed + number));
    const differs = difference(came(one.call, reference), came(one.call, core), one.room);
    if (differs !== undefined) found.push(`${differs} (seed ${seed + number})`);
  }
  return found;
}
