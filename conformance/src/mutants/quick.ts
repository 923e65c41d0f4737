import type { Mutant } from "./mutant.ts";

const most = 2;

/**
 * Returns a fixed subset of the mutants in which every clause is broken by one or two of them.
 *
 * Takes clauses with the fewest mutants first, and for each the mutant that breaks the fewest clauses; of equals, the
 * earlier in the registry.
 */
export function quickSet(mutants: Mutant[]): Mutant[] {
  const breakers = new Map<string, Mutant[]>();
  for (const mutant of mutants)
    for (const clause of mutant.clauses) breakers.set(clause, [...(breakers.get(clause) ?? []), mutant]);
  const times = new Map<string, number>();
  const timesOf = (clause: string): number => times.get(clause) ?? 0;
  const chosen = new Set<Mutant>();
  const rarestFirst = [...breakers].toSorted(([, a], [, b]) => a.length - b.length);
  for (const [clause, candidates] of rarestFirst) {
    if (timesOf(clause) > 0) continue;
    const [first] = candidates
      .filter(({ clauses }) => clauses.every((one) => timesOf(one) < most))
      .toSorted((a, b) => a.clauses.length - b.clauses.length);
    if (first === undefined) continue;
    chosen.add(first);
    for (const one of first.clauses) times.set(one, timesOf(one) + 1);
  }
  return mutants.filter((mutant) => chosen.has(mutant));
}
