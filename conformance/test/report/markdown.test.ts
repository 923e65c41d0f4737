import { describe, expect, test } from "vitest";
import { markdownReport, withMatrix } from "../../src/report/markdown.ts";
import { planOf } from "../../src/run/plan.ts";
import { delivered, known, owed, testee } from "../run/delivered.ts";

const node = testee("node", { lacks: { threads: "there is | one" } });
const python = testee("python", { knownFailures: [known("metric.a", "exit: expected 0,\ngot 1 | 2")] });
const cases = [owed("metric.a").case, owed("log.b", undefined, null, { needs: ["threads"] }).case];
const input = {
  plan: planOf(cases, [node, python], { areas: [], cases: [] }),
  testees: [node, python],
  clauses: [
    { id: "MET-1", excluded: null },
    { id: "LOG-1", excluded: null },
    { id: "ENV-1", excluded: "it is the platform's" },
  ],
};
const report = (...verdicts: Parameters<typeof delivered>[]) =>
  markdownReport({ ...input, delivered: verdicts.map((one) => delivered(...one)) });

const text = report(
  ["metric.a", "pass"],
  ["metric.a", "known-fail", { testee: "python" }],
  ["log.b", "fail", { testee: "python", clauses: ["LOG-1"] }],
);

describe("the matrices", () => {
  test("count passed and owed verdicts, by area and in total", () => {
    expect(text).toContain(
      "| Area | node | python |\n| --- | --- | --- |\n| log | – | 0/1 |\n| metric | 1/1 | 0/1 |\n| **all** | **1/1** | **0/2** |",
    );
  });

  test("name the version of the contract of a testee that keeps an older one", () => {
    const testees = [testee("old", { contract: "1.0" }), python];
    const matrices = markdownReport({ ...input, testees, delivered: [] });
    expect(matrices).toContain("| Area | old (1.0) | python |");
    expect(matrices).toContain("| Clause | Cases | old (1.0) | python |");
  });

  test("mark each clause: passed, known failure, failed, not owed", () => {
    expect(text).toContain("| MET-1 | 1 | ✔ | K |\n| LOG-1 | 1 | – | ✘ |");
    expect(text).not.toMatch(/^\| ENV-1 \| \d/m);
  });

  test("show a failed case rather than a known failure", () => {
    const both = report(["metric.a", "known-fail"], ["metric.b", "timeout"], ["metric.c", "pass"]);
    expect(both).toContain("| MET-1 | 3 | ✘ | – |");
  });

  test("list verdicts not owed, known failures and clauses without a case", () => {
    expect(text).toContain("| node | threads | 1 | there is \\| one |");
    expect(text).toContain(
      "| python | metric.a | exit: expected 0, got 1 \\| 2 | numbers are rounded | 2026-11-20 |",
    );
    expect(text).toContain("| ENV-1 | it is the platform's |");
  });

  test("are tables with as many cells in each row as in the head", () => {
    const tables = text.split("\n\n").filter((part) => part.startsWith("|"));
    expect(tables.length).toBe(5);
    for (const table of tables) {
      const widths = table
        .trim()
        .split("\n")
        .map((row) => row.replaceAll("\\|", "").split("|").length);
      expect(new Set(widths).size).toBe(1);
    }
  });

  test("report that there are no known failures, and omit empty sections", () => {
    const plan = planOf(cases.slice(0, 1), [testee("node")], { areas: [], cases: [] });
    const bare = markdownReport({
      plan,
      delivered: [delivered("metric.a", "pass")],
      testees: [testee("node")],
      clauses: [],
    });
    expect(bare).toContain("## Known failures\n\nNone.");
    expect(bare).not.toMatch(/Not owed|without a case/);
  });
});

describe("a page with a matrix", () => {
  const page = `# Title\n\n${withMatrix(undefined, "old\n")}\nBelow.\n`;

  test("keeps the text around it", () => {
    const renewed = withMatrix(page, "new\n");
    expect(renewed).toMatch(/^# Title\n\n<!-- .*-->\n\nnew\n\n<!-- end of matrix -->\n\nBelow\.\n$/);
    expect(withMatrix(renewed, "new\n")).toBe(renewed);
  });

  test("is created if there is none", () => {
    expect(withMatrix(undefined, "new\n")).toMatch(/^<!-- .*-->\n\nnew\n\n<!-- end of matrix -->\n$/);
  });

  test("is delimited by its own end mark, not by an earlier one", () => {
    const odd = `It ends with <!-- end of matrix -->.\n${page}`;
    expect(withMatrix(odd, "new\n")).toBe(
      `It ends with <!-- end of matrix -->.\n${withMatrix(page, "new\n")}`,
    );
  });
});
