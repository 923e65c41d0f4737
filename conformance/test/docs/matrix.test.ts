import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadSetting } from "../../src/command/load-setting.ts";
import type { Delivered } from "../../src/model.ts";
import { markdownReport, withMatrix } from "../../src/report/markdown.ts";
import { planOf } from "../../src/run/plan.ts";
import { testFolder } from "../cases/corpus.ts";

const page = join(testFolder, "../../docs/reference/conformance.md");

test("docs/reference/conformance.md has the matrix of a run in which no verdict failed", async () => {
  const { cases, testees, contract, excluded } = await loadSetting({ testee: [] });
  const everywhere = () => undefined;
  const plan = planOf(cases, testees, { areas: [], cases: [] }, everywhere);
  const delivered = plan.owed.map(({ case: one, testee, peer }): Delivered => {
    const isKnown = testee.knownFailures.some((entry) => entry.case === one.id);
    const { id, area, clauses } = one;
    const verdict = isKnown ? "known-fail" : "pass";
    return {
      ...{ testee: testee.name, peer: peer?.name ?? null, case: id, area, clauses },
      ...{ verdict, failures: [], seconds: 0 },
    };
  });
  const clauses = contract.clauses.map(({ id }) => ({ id, excluded: excluded.get(id) ?? null }));
  const matrix = markdownReport({ plan, delivered, testees, clauses });
  // To renew it: vitest run --project conformance --update=all docs/matrix
  await expect(withMatrix(readFileSync(page, "utf8"), matrix)).toMatchFileSnapshot(page);
});
