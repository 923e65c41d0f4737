import { createHash } from "node:crypto";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The files that take longest, the longest first. A long file that starts last would run alone at the end, so they
 * start before all others, which vitest sorts by size.
 */
export const longest = [
  "packages/repo/test/published.test.ts",
  "packages/repo/test/e2e/own-kernel.test.ts",
  "packages/repo/test/e2e/demo.test.ts",
  "packages/repo/test/e2e/isolation.test.ts",
  "conformance/test/run/null-testees.test.ts",
  "packages/cli/test/dependencies.test.ts",
  "packages/repo/test/gate.test.ts",
  "packages/repo/test/gate-parts.test.ts",
  "packages/cli/test/new-project.test.ts",
  "packages/dashboard/test/browser/states.test.ts",
  "packages/cli/test/real/main-path.test.ts",
  "packages/cli/test/real/refusals.test.ts",
  "conformance/test/run/hostile-testees.test.ts",
  "packages/server/test/mcp/python.test.ts",
  "packages/repo/test/e2e/dropped.test.ts",
  "sdks/node/test/server.test.ts",
];

/**
 * Files that need what compilers make, the longest first. They start when a third of the others has: by then, the parts
 * of the SDKs have compiled most of it, and fewer files wait for a lock of theirs while a processor is idle.
 */
export const compiling = [
  "packages/repo/test/published-bots.test.ts",
  "examples/expected/test/thirteen-years.test.ts",
  "packages/cli/test/real/compiled.test.ts",
  "conformance/test/adapters.test.ts",
  "conformance/test/testees/made-values.test.ts",
  "examples/spread-monitor/test/spread.test.ts",
  "examples/expected/test/failures.test.ts",
  "examples/expected/test/both-bots.test.ts",
  "examples/expected/test/price-line.test.ts",
  "examples/expected/test/deployable.test.ts",
  "conformance/test/testees/paused-end.test.ts",
  "examples/crossover-cpp/test/own-tests.test.ts",
  "packages/cli/test/cpp.test.ts",
  "packages/repo/test/cpp-consumer.test.ts",
];

const placeIn = (paths: string[]) => {
  const place = ({ moduleId }: TestSpecification) => paths.findIndex((path) => moduleId.endsWith(`/${path}`));
  return (file: TestSpecification) => (place(file) < 0 ? paths.length : place(file));
};

/** Orders the test files of a run: the longest first, or by the seed of a shuffled run. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { shuffle, seed } = this.ctx.config.sequence;
    const hash = ({ moduleId }: TestSpecification) =>
      createHash("sha256").update(`${seed} ${moduleId}`).digest().readUInt32BE();
    if (shuffle) return files.toSorted((a, b) => hash(a) - hash(b));
    const sorted = (await super.sort(files)).sort(by(placeIn(longest)));
    const isLate = (file: TestSpecification) => placeIn(compiling)(file) < compiling.length;
    const others = sorted.filter((file) => !isLate(file));
    const late = sorted.filter(isLate).sort(by(placeIn(compiling)));
    return others.toSpliced(Math.ceil(others.length / 3), 0, ...late);
  }
}

const by =
  <T>(rank: (value: T) => number) =>
  (a: T, b: T) =>
    rank(a) - rank(b);
