import { describe, expect, test } from "vitest";
import { planOf, shuffled } from "../../src/run/plan.ts";
import { owed, testee } from "./delivered.ts";

const cases = [
  owed("metric.a").case,
  owed("metric.b/one", undefined, null, { needs: ["threads"] }).case,
  owed("pairs.c", undefined, null, { pairs: true }).case,
];
const node = testee("node", { lacks: { threads: "there is one thread" } });
const python = testee("python");
const all = { areas: [], cases: [] };
const named = (plan: ReturnType<typeof planOf>) =>
  plan.owed.map(({ case: one, testee: by, peer }) => `${one.id} ${by.name}${peer ? ` ${peer.name}` : ""}`);

describe("what a run owes", () => {
  test("is every case for every testee, and cases of pairs for every ordered pair", () => {
    expect(named(planOf(cases, [node, python], all))).toEqual([
      ...["metric.a node", "metric.a python", "metric.b/one python"],
      ...["pairs.c node node", "pairs.c node python", "pairs.c python node", "pairs.c python python"],
    ]);
  });

  test("is less if only some testees and pairs are wanted", () => {
    expect(named(planOf(cases, [node, python], { ...all, only: ["node", "python:node"] }))).toEqual([
      ...["metric.a node", "pairs.c python node"],
    ]);
  });

  test("excludes what a testee lacks, with the reason", () => {
    const reason = "there is one thread";
    expect(planOf(cases, [node, python], all).notOwed).toEqual([
      {
        ...{ case: "metric.b/one", testee: "node", peer: null },
        ...{ capability: "threads", lacking: "node", reason },
      },
    ]);
  });

  test("is what the contract asks in the version that a testee keeps, in a pair the older of both", () => {
    const old = testee("old", { contract: "1.0" });
    const versions = [
      { ...cases[0]!, id: "metric.always" },
      { ...cases[0]!, id: "metric.new", since: "1.1" },
      { ...cases[0]!, id: "metric.former", until: "1.0" },
      { ...cases[2]!, id: "pairs.new", since: "1.1" },
    ];
    expect(named(planOf(versions, [old, python], all))).toEqual([
      ...["metric.always old", "metric.always python", "metric.new python", "metric.former old"],
      "pairs.new python python",
    ]);
    expect(named(planOf(versions, [old, python], { ...all, requirements: "1.0" }))).toEqual([
      ...["metric.always old", "metric.always python", "metric.former old", "metric.former python"],
    ]);
    expect(named(planOf(versions, [old], { ...all, requirements: "1.1" }))).toEqual([
      ...["metric.always old", "metric.new old", "pairs.new old old"],
    ]);
  });

  test("excludes what the second testee of a pair lacks", () => {
    const paired = [{ ...cases[2]!, needs: ["threads"] }];
    const plan = planOf(paired, [node, python], all);
    expect(named(plan)).toEqual(["pairs.c python python"]);
    expect(plan.notOwed.map(({ testee: by, peer }) => `${by} ${peer}`)).toEqual([
      ...["node node", "node python", "python node"],
    ]);
  });

  test("excludes what this machine cannot run, with the reason, unless the testee lacks something", () => {
    const reason = "there is no strace";
    const hindrance = ({ area }: (typeof cases)[0]) => (area === "metric" ? reason : undefined);
    const plan = planOf(cases, [node], all, hindrance);
    expect(named(plan)).toEqual(["pairs.c node node"]);
    expect(plan.notRun).toEqual([{ case: "metric.a", testee: "node", peer: null, reason }]);
    expect(plan.notOwed.map((entry) => entry.case)).toEqual(["metric.b/one"]);
  });

  test("can be chosen by area, case and template", () => {
    const chosen = (areas: string[], ids: string[]) => named(planOf(cases, [python], { areas, cases: ids }));
    expect(chosen(["pairs"], [])).toEqual(["pairs.c python python"]);
    expect(chosen([], ["metric.b"])).toEqual(["metric.b/one python"]);
    expect(chosen([], ["metric.b/one", "metric.a"])).toEqual(["metric.a python", "metric.b/one python"]);
    expect(chosen(["pairs"], ["metric.a"])).toEqual([]);
  });
});

test("the same seed gives the same order, another seed another one, and nothing is lost", () => {
  const numbers = Array.from({ length: 50 }, (_, i) => i);
  expect(shuffled(numbers, 7)).toEqual(shuffled(numbers, 7));
  expect(shuffled(numbers, 7)).not.toEqual(shuffled(numbers, 8));
  expect(shuffled(numbers, 0)).not.toEqual(numbers);
  expect(shuffled(numbers, 7).toSorted((a, b) => a - b)).toEqual(numbers);
});
