import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { capabilities } from "../../src/cases/vocabulary.ts";
import { resultsReport } from "../../src/report/results.ts";
import { tallyOf, verdicts } from "../../src/report/tally.ts";
import { planOf } from "../../src/run/plan.ts";
import { delivered, owed, testee } from "../run/delivered.ts";

const node = testee("node", { language: "TypeScript", lacks: { threads: "there is one" } });
const python = testee("python");
const cases = [
  owed("metric.a").case,
  owed("metric.b", undefined, null, { needs: ["threads"] }).case,
  owed("pairs.c", undefined, null, { pairs: true, needs: ["threads"] }).case,
];
const plan = planOf(cases, [node, python], { areas: [], cases: [] });
const all = verdicts.map((verdict) =>
  delivered(`metric.${verdict}`, verdict, { peer: verdict === "pass" ? null : "python" }),
);
const header = {
  ...{ suite: "0.1.0", contract: "ab", cases: "cd", seed: 7 },
  testees: [node, python].map(({ name, language, contract, lacks }) => ({
    ...{ name, language, contract, lacks },
  })),
};
const mutations = { made: 10, killed: 9, holes: 1, text: "for the terminal" };

const schema = join(import.meta.dirname, "../../schema/results.schema.json");
const form = JSON.parse(readFileSync(schema, "utf8"));
const validate = new Ajv({ allowUnionTypes: true }).compile(form);
const problems = (report: unknown) => (validate(report) ? [] : validate.errors);
const reportOf = (...[mutated = null]: [typeof mutations | null] | []) =>
  JSON.parse(resultsReport(header, plan, all, 12.5, mutated)) as Record<string, unknown>;

describe("the JSON report", () => {
  test("matches its schema, with and without mutations", () => {
    expect(problems(reportOf())).toEqual([]);
    expect(problems(reportOf(mutations))).toEqual([]);
    expect(reportOf(mutations).mutations).toEqual({ made: 10, killed: 9, holes: 1 });
  });

  test("contains what was owed, what was not and why, each verdict with its failures, and the totals", () => {
    const report = reportOf();
    expect(report).toMatchObject({ v: 1, header, owed: plan.owed.length, verdicts: all });
    expect(report.not_owed).toContainEqual({
      ...{ case: "pairs.c", testee: "python", peer: "node" },
      ...{ capability: "threads", lacking: "node", reason: "there is one" },
    });
    expect(report.footer).toEqual({ ...tallyOf(all), seconds: 12.5 });
    expect(Object.values(tallyOf(all))).toEqual(verdicts.map(() => 1));
  });

  test.each<[string, (report: { verdicts: object[]; footer: object }) => void]>([
    ["a verdict that there is not", ({ verdicts: [one] }) => Object.assign(one!, { verdict: "skipped" })],
    ["a verdict without its failures", ({ verdicts: [one] }) => Reflect.deleteProperty(one!, "failures")],
    ["a key that nobody knows", (report) => Object.assign(report, { skipped: 1 })],
    ["a sum without one of the verdicts", ({ footer }) => Reflect.deleteProperty(footer, "not-run")],
    ["another form", (report) => Object.assign(report, { v: 2 })],
  ])("with %s is refused by the schema", (_, spoil) => {
    const report = reportOf();
    spoil(report as never);
    expect(problems(report)).not.toEqual([]);
  });

  test("may name every capability that the loader knows", () => {
    const named: string[] = form.properties.not_owed.items.properties.capability.enum;
    expect(named.toSorted()).toEqual([...capabilities].sort());
  });

  test("without a footer, as of a run that was not finished, is valid", () => {
    const { footer: _, ...rest } = reportOf();
    expect(problems(rest)).toEqual([]);
  });
});
