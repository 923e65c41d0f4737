import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { countJunit, countVitest } from "../src/run/counts.ts";

function file(text: string): string {
  const path = join(mkdtempSync(join(tmpdir(), "counts-")), "report");
  writeFileSync(path, text);
  return path;
}

test("A vitest file that could not be loaded counts as failed, and a skipped test as not run", () => {
  const report = {
    numPassedTests: 3,
    numFailedTests: 1,
    numPendingTests: 1,
    numTodoTests: 1,
    testResults: [
      { status: "failed", assertionResults: [] },
      { status: "passed", assertionResults: [{}] },
    ],
  };
  expect(countVitest(file(JSON.stringify(report)))).toEqual({ passed: 3, failed: 3, notRun: 1 });
});

test("A pytest report counts errors as failed and skips as not run", () => {
  const report =
    '<testsuites><testsuite name="pytest" errors="1" failures="2" skipped="3" tests="10"></testsuite></testsuites>';
  expect(countJunit(file(report))).toEqual({ passed: 4, failed: 3, notRun: 3 });
});
