import { isDeepStrictEqual } from "node:util";
import type { Model } from "./model.ts";
import { type Call, type Outcome, played } from "./verbs.ts";

export interface Called extends Call {
  outcome: Outcome;
}

/** Returns an order of calls that gives each of them its outcome, one after the other, and leaves `after`, if there is one. */
export function serialOrder(before: Model, calls: readonly Called[], after: Model): Call[] | undefined {
  if (calls.length === 0) return isDeepStrictEqual(before, after) ? [] : undefined;
  for (const [at, { outcome, ...call }] of calls.entries()) {
    const next = played(before, call);
    if (!isDeepStrictEqual(next.outcome, outcome)) continue;
    const rest = serialOrder(next.model, calls.toSpliced(at, 1), after);
    if (rest) return [call, ...rest];
  }
  return undefined;
}
