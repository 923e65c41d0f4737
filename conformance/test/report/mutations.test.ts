import { describe, expect, test } from "vitest";
import type { MutationScore } from "../../src/mutate/judge-mutants.ts";
import { mutationsOf } from "../../src/report/mutations.ts";

const score = (testee: string, changes: Partial<MutationScore> = {}): MutationScore => ({
  ...{ case: "metric.a", testee, made: 10, killed: 10, alive: new Map(), unused: [] },
  ...changes,
});

describe("the report of mutations", () => {
  test("is one line if every change was noticed", () => {
    expect(mutationsOf([score("node"), score("python")])).toEqual({
      ...{ made: 20, killed: 20, holes: 0 },
      text: "20 observation mutants, 20 killed, 0 alive, 0 holes",
    });
  });

  test("names each hole with its case, its testee and how often", () => {
    const alive = new Map([
      ["stdout.text-longer", 2],
      ["http.closed", 1],
    ]);
    expect(mutationsOf([score("node", { killed: 7, alive })])).toEqual({
      ...{ made: 10, killed: 7, holes: 2 },
      text: [
        "metric.a, node: 2 × stdout.text-longer is alive: no expectation notices it",
        "metric.a, node: 1 × http.closed is alive: no expectation notices it",
        "10 observation mutants, 7 killed, 3 alive, 2 holes",
      ].join("\n"),
    });
  });

  test("counts tolerated mutants as alive but not as holes", () => {
    expect(mutationsOf([score("node", { killed: 9 })])).toMatchObject({ made: 10, killed: 9, holes: 0 });
  });

  test("names a tolerance that no testee needs, once", () => {
    const { holes, text } = mutationsOf([
      score("node", { unused: ["stdout.line-less", "http.closed"] }),
      score("python", { unused: ["http.closed"] }),
      score("perl", { case: "metric.b", unused: ["stdout.line-less"] }),
    ]);
    expect(holes).toBe(2);
    expect(text.split("\n").slice(0, 2)).toEqual([
      "metric.a: tolerates http.closed, which no recording needs: remove it",
      "metric.b: tolerates stdout.line-less, which no recording needs: remove it",
    ]);
  });

  test("of a run without a pass is empty", () => {
    expect(mutationsOf([])).toMatchObject({ made: 0, killed: 0, holes: 0 });
  });
});
