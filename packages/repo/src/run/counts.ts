import { readFileSync } from "node:fs";

/** What a runner says of itself at its end. A test that did not run is never counted as passed. */
export interface Counts {
  passed: number;
  failed: number;
  /** Tests that this machine can not run, for instance because they need root. */
  notRun?: number;
}

/** Vitest's JSON report. A file that could not even be loaded holds no test, yet it is a failure. */
export function countVitest(file: string): Counts {
  const report = JSON.parse(readFileSync(file, "utf8")) as {
    numPassedTests: number;
    numFailedTests: number;
    numPendingTests: number;
    numTodoTests: number;
    testResults: { status: string; assertionResults: unknown[] }[];
  };
  const unloaded = report.testResults.filter((r) => r.status === "failed" && r.assertionResults.length === 0);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numTodoTests + unloaded.length,
    notRun: report.numPendingTests,
  };
}

/** A JUnit file as pytest writes it. */
export function countJunit(file: string): Counts {
  const head = /<testsuite [^>]*>/.exec(readFileSync(file, "utf8"))?.[0] ?? "";
  const number = (name: string): number => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(head)?.[1] ?? 0);
  const failed = number("failures") + number("errors");
  const notRun = number("skipped");
  return { passed: number("tests") - failed - notRun, failed, notRun };
}
