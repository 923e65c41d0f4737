import type { Delivered, Verdict } from "../model.ts";

export const verdicts: readonly Verdict[] = [
  "pass",
  "known-fail",
  "fail",
  "error",
  "crash",
  "timeout",
  "stale-known",
  "not-run",
];

export type Tally = Record<Verdict, number>;

export function tallyOf(delivered: Delivered[]): Tally {
  const tally = Object.fromEntries(verdicts.map((verdict) => [verdict, 0])) as Tally;
  for (const { verdict } of delivered) tally[verdict]++;
  return tally;
}

export function isShort({ verdict }: Delivered): boolean {
  return verdict !== "pass" && verdict !== "known-fail";
}

/** Returns `python`, or `python > node` for a pair. */
export function whoOf({ testee, peer }: Pick<Delivered, "testee" | "peer">): string {
  return peer === null ? testee : `${testee} > ${peer}`;
}

export function grouped<T>(items: T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
