import { counted } from "../counted.ts";
import { whoOf } from "../report/tally.ts";
import { notRunLines } from "../report/terminal.ts";
import type { Plan } from "../run/plan.ts";

/** Returns one line per case (id, clauses, title), then the number of verdicts that each testee owes. */
export function list(plan: Plan): string {
  const { owed, notOwed } = plan;
  const cases = new Map(owed.map(({ case: one }) => [one.id, one]));
  const lines = [...cases.values()].map(({ id, clauses, title }) => `${id} [${clauses.join(", ")}] ${title}`);
  const counts = new Map<string, number>();
  for (const { testee } of owed) counts.set(testee.name, (counts.get(testee.name) ?? 0) + 1);
  const templates = new Set([...cases.values()].map(({ template }) => template)).size;
  lines.push(
    "",
    `${counted(cases.size, "case")} of ${counted(templates, "template")}, ${counted(owed.length, "verdict")} owed:`,
  );
  for (const [name, count] of counts) lines.push(`  ${name} ${count}`);
  for (const entry of notOwed)
    lines.push(`  not owed: ${entry.case} by ${whoOf(entry)}, lacks ${entry.capability}`);
  lines.push(...notRunLines(plan).map((line) => `  ${line}`));
  return lines.join("\n");
}
