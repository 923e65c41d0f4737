import { counted } from "../counted.ts";
import type { Delivered } from "../model.ts";
import { fingerprint } from "../run/ledger.ts";
import type { Plan } from "../run/plan.ts";
import { grouped, isShort, tallyOf, verdicts, whoOf } from "./tally.ts";

/** What to do about a failed case of an SDK. */
export const explainHint = "Run again with --explain CASE to print a shell script that runs a case by hand.";

/**
 * Returns the report for the terminal: one line per testee, then each failed verdict, then the totals.
 *
 * @param hint what to do about a failed case
 */
export function terminalReport(
  plan: Pick<Plan, "notOwed" | "notRun">,
  delivered: Delivered[],
  seconds: number,
  hint?: string,
): string {
  const lines: string[] = [];
  for (const [testee, group] of grouped(delivered, ({ testee }) => testee)) {
    const tally = tallyOf(group);
    const counts = verdicts
      .filter((verdict) => tally[verdict] > 0)
      .map((verdict) => `${tally[verdict]} ${verdict}`);
    lines.push(`${testee}: ${group.length} owed, ${counts.join(", ")}${notOwedOf(plan, testee)}`);
  }
  const short = delivered.filter(isShort);
  for (const one of short) lines.push("", ...shortfall(one));
  if (plan.notRun.length > 0) lines.push("", ...notRunLines(plan));
  if (short.length > 0 && hint !== undefined) lines.push("", hint);
  lines.push(
    "",
    `${counted(delivered.length, "verdict")} in ${seconds.toFixed(1)} s, ${short.length} failed`,
  );
  return lines.join("\n");
}

function notOwedOf({ notOwed }: Pick<Plan, "notOwed">, testee: string): string {
  const own = notOwed.filter((entry) => entry.testee === testee);
  if (own.length === 0) return "";
  const reasons = [...grouped(own, ({ capability }) => capability)].map(
    ([name, group]) => `${name} ${group.length}`,
  );
  return `; ${own.length} not owed (lacks ${reasons.join(", ")})`;
}

/** Returns a line for each case that this machine cannot run. */
export function notRunLines({ notRun }: Pick<Plan, "notRun">): string[] {
  return [...grouped(notRun, (entry) => entry.case)].map(
    ([id, group]) => `not run: ${id} by ${group.map(whoOf).join(", ")}: ${group[0]!.reason}`,
  );
}

/** Returns the last lines of standard error of a process that ended unexpectedly. */
export function stderrOf({ failures }: Delivered): string[] {
  return failures.find(({ stderr }) => stderr)?.stderr ?? [];
}

function shortfall(one: Delivered): string[] {
  const shown = one.failures.slice(0, 3).map((failure) => `  ${fingerprint(failure)}`);
  const more = one.failures.length - shown.length;
  return [
    `${one.verdict.toUpperCase()} ${whoOf(one)} ${one.case} [${one.clauses.join(", ")}]`,
    ...stderrOf(one).map((line) => `  stderr: ${line}`),
    ...shown,
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}
