import { describe, expect, test } from "vitest";
import { BadInput } from "../src/bad-input.ts";
import { quickSet } from "../src/mutants/quick.ts";
import { loadMutantSetting } from "../src/mutants/setting.ts";
import { caseOf, dir, load, metric, mutant, newFolderForEachTest, put } from "./mutant-folder.ts";

newFolderForEachTest();

async function refusal(text: string, lacks: Record<string, string> = {}): Promise<string> {
  put("mutants/metric.yaml", text);
  const error: unknown = await load(lacks).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(BadInput);
  return (error as BadInput).message.replaceAll(`${dir}/`, "");
}

describe("the registry of broken SDKs", () => {
  test("contains for each a description, its clauses, its patch and its killers", async () => {
    put("mutants/metric.yaml", mutant({}));
    expect(await load()).toMatchObject([
      {
        id: "to-standard-error",
        what: "Metrics go to standard error",
        clauses: ["MET-1"],
        patch: [{ file: metric, find: 'writeLine("stdout", line)', replace: 'writeLine("stderr", line)' }],
        killers: [
          { name: "metric.one", cases: [{ id: "metric.one" }] },
          { name: "metric.other", cases: [{ id: "metric.other" }] },
        ],
      },
    ]);
  });

  test.each([
    [
      "a text that is not in the file",
      { find: "nowhere" },
      `the text occurs 0 times in ${metric}; it must occur exactly once`,
    ],
    [
      "a text that is there several times",
      { find: "import" },
      `the text occurs 4 times in ${metric}; it must occur exactly once`,
    ],
    ["a text that becomes itself", { find: "try", replace: "try" }, "the patch changes nothing"],
    ["an empty text", { find: '""' }, "find is empty; write the text to replace"],
    [
      "a file that is none",
      { file: "sdks/node/src/metrics.ts" },
      "sdks/node/src/metrics.ts is not a source file of the Node SDK; name one in sdks/node/src or packages/core/src",
    ],
    [
      "a file that is not a source",
      { file: "sdks/node/package.json" },
      "sdks/node/package.json is not a source file of the Node SDK",
    ],
    [
      "a file outside",
      { file: "sdks/node/src/../package.json" },
      "sdks/node/src/../package.json is not a source file of the Node SDK",
    ],
    ["a clause that is none", { clauses: "[MET-77]" }, "there is no clause MET-77: did you mean MET-1?"],
    ["no clause", { clauses: "[]" }, "a mutant needs at least one clause"],
    [
      "a case that is none",
      { killers: "[metric.one, metric.others]" },
      "there is no case metric.others: did you mean metric.other?",
    ],
    [
      "a case that is named twice",
      { killers: "[metric.one, metric.other, metric.one]" },
      "metric.one is listed twice",
    ],
    ["no case", { killers: "[]" }, "a mutant needs at least one case that notices it"],
    [
      "an id in capitals",
      { id: "Upper" },
      "Upper is not a valid id; write words with hyphens, in lower-case letters and digits",
    ],
  ])("refuses %s", async (_, written, message) => {
    const said = await refusal(mutant(written));
    expect(said).toContain(message);
    expect(said).toMatch(/^mutants\/metric\.yaml:\d+:\d+: /);
  });

  test("has unique ids, and a duplicate is refused with the place of the first", async () => {
    put("mutants/a.yaml", mutant({}));
    expect(await refusal(mutant({}))).toBe(
      "mutants/metric.yaml:1:3: the id to-standard-error is already used in mutants/a.yaml:1",
    );
  });

  test("names every case as a killer, and a missing one is reported", async () => {
    expect(await refusal(mutant({ killers: "[metric.one]" }))).toBe(
      "cases/metric/a.yaml:5: no mutant names metric.other as a killer; add it to one, or write a mutant that it notices",
    );
  });

  test("refuses killers that the Node SDK does not owe, and requires none", async () => {
    put(
      "cases/metric/b.yaml",
      caseOf("metric.third", "[]").replace("  steps", "  needs: [threads]\n  steps"),
    );
    const lacks = { threads: "it has none" };
    const all = mutant({ killers: "[metric.one, metric.other, metric.third]" });
    expect(await refusal(all, lacks)).toContain(
      "metric.third needs threads, which the Node SDK lacks: it is never run",
    );
    put("mutants/metric.yaml", mutant({}));
    expect(await load(lacks)).toHaveLength(1);
  });

  test("lets a later patch of a file build on an earlier one", async () => {
    const two = mutant({}).replace(
      " }]\n",
      ` }, { file: ${metric}, find: 'writeLine("stderr", line)', replace: "void line" }]\n`,
    );
    put("mutants/metric.yaml", two);
    expect((await load())[0]!.patch).toHaveLength(2);
  });
});

describe("the quick set of broken SDKs", () => {
  test("breaks every clause that any of the repository's breaks, and none by more than two", async () => {
    const { mutants } = await loadMutantSetting();
    const quick = quickSet(mutants);
    const times = new Map<string, number>();
    for (const clause of quick.flatMap((one) => one.clauses)) times.set(clause, (times.get(clause) ?? 0) + 1);
    expect([...times.keys()].sort()).toEqual([...new Set(mutants.flatMap((one) => one.clauses))].sort());
    expect(Math.max(...times.values())).toBeLessThanOrEqual(2);
    expect(quickSet(mutants)).toEqual(quick);
  });

  test("prefers the mutant that breaks the fewest clauses", async () => {
    put(
      "mutants/metric.yaml",
      mutant({ id: "both", clauses: "[MET-1, MET-2]" }) +
        mutant({ id: "first" }) +
        mutant({ id: "again" }) +
        mutant({ id: "second", clauses: "[MET-2]" }),
    );
    expect(quickSet(await load()).map(({ id }) => id)).toEqual(["first", "second"]);
  });
});
