import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runInOwnKernel, whyNoKernel } from "../../src/drive/own-kernel.ts";
import { root } from "../../src/root.ts";

interface Report {
  numPassedTests: number;
  testResults: { assertionResults: { title: string; status: string; failureMessages: string[] }[] }[];
}

/** The kernel has one processor and takes several times as long as this machine's. */
const limitMs = 600_000;

test("a kernel limits the bots of a platform to which a cgroup is delegated", {
  timeout: limitMs + 60_000,
}, async ({ skip }) => {
  const obstacle = whyNoKernel();
  skip(obstacle !== undefined, obstacle);
  const folder = mkdtempSync(join(tmpdir(), "botyard-kernel-report-"));
  try {
    const report = join(folder, "report.json");
    const file = "packages/runtime/test/delegated-cgroup.test.ts";
    const vitest = [join(root, "node_modules/vitest/vitest.mjs"), "run", "--project=packages/runtime", file];
    const options = ["--reporter=json", `--outputFile=${report}`, "--no-cache"];
    const printed = await runInOwnKernel([process.execPath, ...vitest, ...options], root, limitMs);
    const { numPassedTests, testResults } = read(report, printed);
    const results = testResults.flatMap(({ assertionResults }) => assertionResults);
    expect(results.filter(({ status }) => status === "failed")).toEqual([]);
    // Five for each isolation that works in that kernel.
    expect(numPassedTests).toBeGreaterThanOrEqual(10);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

function read(path: string, printed: string): Report {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    throw new Error(`The tests in the kernel left no report. It printed:\n${printed}`);
  }
}
