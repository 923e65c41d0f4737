import { createHash } from "node:crypto";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The files that take longest, the longest first. A long file that starts last would run alone at the end, so they
 * start before all others, which vitest sorts by size.
 */
export const longest = [
  "packages/repo/test/e2e/demo.test.ts",
  "packages/repo/test/published.test.ts",
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
  "packages/repo/test/e2e/dropped.test.ts",
  "examples/expected/test/thirteen-years.test.ts",
  "packages/cli/test/real/how-to.test.ts",
];

/** Orders the test files of a run: the longest first, or by the seed of a shuffled run. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { shuffle, seed } = this.ctx.config.sequence;
    const rank = ({ moduleId }: TestSpecification) => {
      if (shuffle) return createHash("sha256").update(`${seed} ${moduleId}`).digest().readUInt32BE();
      const index = longest.findIndex((path) => moduleId.endsWith(`/${path}`));
      return index < 0 ? longest.length : index;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
