import { describe, expect, test } from "vitest";
import { explainHint, terminalReport } from "../../src/report/terminal.ts";
import { planOf } from "../../src/run/plan.ts";
import { delivered, failure, owed, testee } from "../run/delivered.ts";

const plan = planOf(
  [owed("metric.a").case, owed("metric.b", undefined, null, { needs: ["threads"] }).case],
  [testee("node", { lacks: { threads: "there is one" } }), testee("python")],
  { areas: [], cases: [] },
);

describe("the terminal report", () => {
  test("has one line for each testee and the totals if everything passed", () => {
    const all = ["metric.a", "metric.b"].map((id) => delivered(id, "pass", { testee: "python" }));
    expect(terminalReport(plan, [delivered("metric.a", "pass"), ...all], 3.14)).toBe(
      [
        "node: 1 owed, 1 pass; 1 not owed (lacks threads 1)",
        "python: 2 owed, 2 pass",
        "",
        "3 verdicts in 3.1 s, 0 failed",
      ].join("\n"),
    );
  });

  test("has one line for each case that this machine cannot run", () => {
    const hindered = planOf(
      [owed("metric.a").case, owed("pairs.c", undefined, null, { pairs: true }).case],
      [testee("node"), testee("python")],
      { areas: [], cases: [] },
      ({ id }) => (id === "pairs.c" ? "strace is not installed" : undefined),
    );
    const all = [delivered("metric.a", "pass"), delivered("metric.a", "pass", { testee: "python" })];
    expect(terminalReport(hindered, all, 0)).toBe(
      [
        ...["node: 1 owed, 1 pass", "python: 1 owed, 1 pass", ""],
        "not run: pairs.c by node > node, node > python, python > node, python > python: strace is not installed",
        ...["", "2 verdicts in 0.0 s, 0 failed"],
      ].join("\n"),
    );
  });

  test("lists for each failed case the testees, the clauses and the place", () => {
    const failures = [
      failure("exit", "expected 0, got 1"),
      failure("other stdout line 1", "expected nothing, got 1"),
    ];
    const short = delivered("pairs.a", "fail", { peer: "python", clauses: ["MET-1", "MET-2"], failures });
    const text = terminalReport(plan, [short], 0, explainHint);
    expect(text).toContain(
      "\nFAIL node > python pairs.a [MET-1, MET-2]\n  exit: expected 0, got 1\n  other stdout line 1: expected nothing, got 1\n",
    );
    expect(text).toMatch(/--explain CASE/);
    expect(text).toMatch(/1 verdict in 0\.0 s, 1 failed$/);
    expect(terminalReport(plan, [short], 0)).not.toContain("--explain");
  });

  test("begins with the last lines of standard error if the process ended unexpectedly", () => {
    const failures = [
      { ...failure("exit", "expected 0, got 1"), stderr: ["Traceback", "  KeyError: 'x'"] },
      failure("op 1 metric", "was not called"),
    ];
    expect(terminalReport(plan, [delivered("metric.a", "fail", { failures })], 0)).toContain(
      "]\n  stderr: Traceback\n  stderr:   KeyError: 'x'\n  exit: expected 0, got 1\n  op 1 metric",
    );
  });

  test("cuts a long list of failures and names the number left out", () => {
    const failures = Array.from({ length: 5 }, (_, i) => failure(`op ${i}`, "was not called"));
    const text = terminalReport(plan, [delivered("metric.a", "fail", { failures })], 0);
    expect(text).toContain("  op 2: was not called\n  and 2 more\n");
    expect(text).not.toContain("op 3");
  });

  test("counts every verdict, and does not count a known failure as failed", () => {
    const verdicts = ["timeout", "known-fail", "crash", "pass", "stale-known", "not-run", "error"] as const;
    const text = terminalReport(
      plan,
      verdicts.map((verdict) => delivered(`metric.${verdict}`, verdict)),
      0,
    );
    expect(text.split("\n")[0]).toMatch(
      /^node: 7 owed, 1 pass, 1 known-fail, 1 error, 1 crash, 1 timeout, 1 stale-known, 1 not-run/,
    );
    expect(text).not.toContain("KNOWN-FAIL");
    for (const head of ["TIMEOUT", "CRASH", "STALE-KNOWN", "NOT-RUN", "ERROR"])
      expect(text).toContain(`\n${head} node`);
    expect(text).toMatch(/5 failed$/);
  });
});
