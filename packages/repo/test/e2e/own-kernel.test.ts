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

const files = ["cgroup-limits", "memory-escapes"].map((name) => `packages/runtime/test/${name}.test.ts`);

const oneOfThem = "exceeds its memory is killed by the kernel";

test.for([
  // All tests, and elsewhere one that shows that the kernel limits bots.
  ["beside its subgroup of a delegated cgroup", "delegated/platform", ".", 35],
  ["below the root of all cgroups", "", oneOfThem, 2],
  ["beside its own cgroup", "a.slice/b.service", oneOfThem, 2],
] as const)(
  "a kernel limits the bots of a platform that makes its groups %s",
  { timeout: limitMs + 60_000 },
  async ([, group, only, least], { skip }) => {
    const obstacle = whyNoKernel();
    skip(obstacle !== undefined, obstacle);
    const folder = mkdtempSync(join(tmpdir(), "botyard-kernel-report-"));
    try {
      const report = join(folder, "report.json");
      const vitest = [
        join(root, "node_modules/vitest/vitest.mjs"),
        "run",
        "--project=packages/runtime",
        ...files,
      ];
      const options = ["--reporter=json", `--outputFile=${report}`, "--no-cache", "-t", only];
      const printed = await runInOwnKernel([process.execPath, ...vitest, ...options], root, limitMs, group);
      const { numPassedTests, testResults } = read(report, printed);
      const results = testResults.flatMap(({ assertionResults }) => assertionResults);
      expect(results.filter(({ status }) => status === "failed")).toEqual([]);
      expect(numPassedTests).toBeGreaterThanOrEqual(least);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);

function read(path: string, printed: string): Report {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    throw new Error(`The tests in the kernel left no report. It printed:\n${printed}`);
  }
}
