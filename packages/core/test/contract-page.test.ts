import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { outcomeTable, readTextLevel } from "../src/index.ts";

const page = readFileSync(new URL("../../../docs/reference/contract.md", import.meta.url), "utf8");
const clauses = page.split("\n").filter((line) => line.startsWith("- **["));

test("every clause of the contract page has an id of its own and exactly one keyword", () => {
  const ids = clauses.map((line) => /^- \*\*\[([A-Z]+-\d+)\]\*\* \S/.exec(line)?.[1]);
  expect(ids).not.toContain(undefined);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThan(100);
  for (const line of clauses) expect(line.match(/\b(?:MUST NOT|MUST|SHOULD|MAY)\b/g), line).toHaveLength(1);
});

test("the clauses of a chapter are numbered without gaps", () => {
  const numbers = Map.groupBy(
    clauses.map((line) => /\[([A-Z]+)-(\d+)\]/.exec(line)!),
    (match) => match[1]!,
  );
  for (const [room, matches] of numbers) {
    expect(
      matches.map((match) => Number(match[2])),
      room,
    ).toEqual(matches.map((_, index) => index + 1));
  }
});

test("every clause that the code cites is on the page", () => {
  const cited = (text: string) =>
    [...text.matchAll(/\[?\b((?:ENV|JSON|IN|MET|LOG|RES|ST|Q|BI|STOP|ERR)-\d+)\b/g)].map((m) => m[1]!);
  const known = new Set(clauses.flatMap((line) => cited(line.slice(0, 20))));
  for (const id of cited(page)) expect(known).toContain(id);
});

test("the page's examples of lines have the levels that the code reads", () => {
  const rows = [...page.matchAll(/^\| `(.+)` \| (info|warn|error|debug|that of the stream) \|$/gm)];
  expect(rows.length).toBeGreaterThan(15);
  for (const [, line, level] of rows) {
    if (line === "<n>") continue;
    const read = readTextLevel(line!.replaceAll("\\|", "|"));
    expect(read, line).toBe(level === "that of the stream" ? undefined : level);
  }
});

test("the page's table of outcomes has the exit codes and statuses of the code", () => {
  const rows = page
    .split("\n")
    .filter((line) => /^\| .* \| [01]? ?\| \d{3}/.test(line) || /^\| (?:method|body)/.test(line));
  const statuses = rows.map((line) => Number(/\| (\d{3})/.exec(line)?.[1])).sort();
  expect([...new Set(statuses)]).toEqual(
    [...new Set(Object.values(outcomeTable).map((row) => row.status))].sort(),
  );
  for (const [kind, { exitCode, status }] of Object.entries(outcomeTable)) {
    if (kind === "ok" || status === 405 || status === 413) continue;
    const row = rows.find((line) => line.includes(`"query.${kind}"`));
    expect(row, kind).toContain(`| ${exitCode} | ${status}`);
  }
});
