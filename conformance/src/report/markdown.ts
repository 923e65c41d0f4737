import type { Delivered, Testee } from "../model.ts";
import type { NotOwed, Plan } from "../run/plan.ts";
import { compareVersions } from "../spec/contract.ts";
import { grouped, isShort } from "./tally.ts";

export interface MarkdownInput {
  plan: Plan;
  delivered: Delivered[];
  testees: Testee[];
  clauses: { id: string; excluded: string | null }[];
}

/** Returns the matrices: areas and clauses by testee, verdicts not owed, known failures, clauses without a case. */
export function markdownReport(input: MarkdownInput): string {
  const parts = [
    areaMatrix(input),
    clauseMatrix(input),
    notOwed(input),
    knownFailures(input),
    excluded(input),
  ].filter((part) => part !== "");
  return `${parts.join("\n\n")}\n`;
}

function areaMatrix({ plan, delivered, testees }: MarkdownInput): string {
  const areas = [...new Set(plan.owed.map(({ case: one }) => one.area))].sort();
  const rows = areas.map((area) => {
    const cells = testees.map(({ name }) => {
      const own = delivered.filter((one) => one.area === area && one.testee === name);
      return own.length === 0 ? "–" : `${own.filter((one) => one.verdict === "pass").length}/${own.length}`;
    });
    return [area, ...cells];
  });
  const sums = testees.map(({ name }) => {
    const own = delivered.filter(({ testee }) => testee === name);
    return `**${own.filter((one) => one.verdict === "pass").length}/${own.length}**`;
  });
  return `## Areas\n\nVerdicts passed / owed.\n\n${table(["Area", ...headsOf(testees)], [...rows, ["**all**", ...sums]])}`;
}

/** Returns the names of the testees, with the version of the contract if another one keeps a newer one. */
function headsOf(testees: Testee[]): string[] {
  const newest = testees
    .map(({ contract }) => contract)
    .toSorted(compareVersions)
    .at(-1);
  return testees.map(({ name, contract }) => (contract === newest ? name : `${name} (${contract})`));
}

function clauseMatrix({ delivered, testees, clauses }: MarkdownInput): string {
  const observed = clauses.filter(({ excluded }) => excluded === null);
  const rows = observed.map(({ id }) => {
    const about = delivered.filter((one) => one.clauses.includes(id));
    const cases = new Set(about.map((one) => one.case)).size;
    return [
      id,
      String(cases),
      ...testees.map(({ name }) => mark(about.filter(({ testee }) => testee === name))),
    ];
  });
  const legend = "✔ every case passed · K with a known failure · ✘ a case failed · – not owed";
  return `## Clauses\n\n${legend}\n\n${table(["Clause", "Cases", ...headsOf(testees)], rows)}`;
}

function mark(own: Delivered[]): string {
  if (own.length === 0) return "–";
  if (own.some(isShort)) return "✘";
  return own.some(({ verdict }) => verdict === "known-fail") ? "K" : "✔";
}

function notOwed({ plan }: MarkdownInput): string {
  if (plan.notOwed.length === 0) return "";
  const whose = ({ testee, lacking }: NotOwed) => (testee === lacking ? testee : `${testee} > ${lacking}`);
  const groups = grouped(plan.notOwed, (entry) => `${whose(entry)}\0${entry.capability}`);
  const rows = [...groups.values()].map((group) => {
    const { capability, reason } = group[0]!;
    return [whose(group[0]!), capability, String(group.length), reason];
  });
  return `## Not owed\n\nCapabilities that a testee lacks, and the number of verdicts that it does not owe because of them; after >, those that its peer lacks.\n\n${table(["Testee", "Lacks", "Verdicts", "Reason"], rows.sort())}`;
}

function knownFailures({ testees }: MarkdownInput): string {
  const rows = testees.flatMap(({ name, knownFailures }) =>
    knownFailures.map((entry) => [name, entry.case, entry.fails, entry.reason, entry.since]),
  );
  if (rows.length === 0) return "## Known failures\n\nNone.";
  return `## Known failures\n\n${table(["Testee", "Case", "Fails", "Reason", "Since"], rows)}`;
}

function excluded({ clauses }: MarkdownInput): string {
  const rows = clauses.flatMap(({ id, excluded }) => (excluded === null ? [] : [[id, excluded]]));
  return rows.length === 0 ? "" : `## Clauses without a case\n\n${table(["Clause", "Why"], rows)}`;
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map(inOneLine).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

const inOneLine = (cell: string): string => cell.replaceAll("|", "\\|").replace(/\s*\n\s*/g, " ");

const begin = "<!-- matrix: made by botyard-conformance --markdown -->";
const end = "<!-- end of matrix -->";

/** Whether a page has the marks that enclose its matrix. */
export function hasMatrix(page: string): boolean {
  const from = page.indexOf(begin);
  return from !== -1 && page.indexOf(end, from) !== -1;
}

/** Returns the page with its matrix replaced, or a page of only the matrix if it has no marks. */
export function withMatrix(page: string | undefined, matrix: string): string {
  const block = `${begin}\n\n${matrix}\n${end}`;
  if (page === undefined || !hasMatrix(page)) return `${block}\n`;
  const from = page.indexOf(begin);
  return `${page.slice(0, from)}${block}${page.slice(page.indexOf(end, from) + end.length)}`;
}
