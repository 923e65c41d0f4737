import type { MutationScore } from "../mutate/judge-mutants.ts";

/** Results of all observation mutants of a run. */
export interface Mutations {
  made: number;
  killed: number;
  /** Number of changes that no expectation notices and of tolerances that are not needed. */
  holes: number;
  /** Report for the terminal. */
  text: string;
}

/** Adds up the scores. A tolerance is needed if any testee needs it. */
export function mutationsOf(scores: MutationScore[]): Mutations {
  const lines: string[] = [];
  const unused = new Map<string, string[]>();
  for (const score of scores) {
    for (const [name, count] of score.alive) {
      lines.push(`${score.case}, ${score.testee}: ${count} × ${name} is alive: no expectation notices it`);
    }
    const before = unused.get(score.case) ?? score.unused;
    unused.set(
      score.case,
      before.filter((name) => score.unused.includes(name)),
    );
  }
  for (const [id, names] of unused) {
    for (const name of names) lines.push(`${id}: tolerates ${name}, which no recording needs: remove it`);
  }
  const made = scores.reduce((sum, score) => sum + score.made, 0);
  const killed = scores.reduce((sum, score) => sum + score.killed, 0);
  const holes = lines.length;
  lines.push(`${made} observation mutants, ${killed} killed, ${made - killed} alive, ${holes} holes`);
  return { made, killed, holes, text: lines.join("\n") };
}
