import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { BadInput } from "../src/bad-input.ts";
import { loadCases, scriptOf } from "../src/cases/index.ts";
import { mutantsCommand } from "../src/command/mutants.ts";
import { errorTableOf } from "../src/judge/error-table.ts";
import { checkMutants } from "../src/mutants/check.ts";
import { quickSet } from "../src/mutants/quick.ts";
import { loadMutants } from "../src/mutants/registry.ts";
import { loadMutantSetting, type MutantSetting } from "../src/mutants/setting.ts";
import { surveyMutants } from "../src/mutants/survey.ts";
import { bundledContract } from "../src/spec/contract.ts";
import { loadTestee } from "../src/testee/index.ts";

const repository = join(import.meta.dirname, "../..");
const clauses = new Set(["MET-1", "MET-2"]);
const metric = "sdks/node/src/metric.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "mutants-"));
  put("cases/metric/a.yaml", caseOf("metric.one", "[[price, { a: 1 }]]") + caseOf("metric.other", "[]"));
});
afterEach(() => rmSync(dir, { recursive: true }));

function put(name: string, text: string): void {
  const path = join(dir, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const caseOf = (id: string, metrics: string): string =>
  `- id: ${id}
  title: A sentence
  clauses: [MET-1]
  steps: [{ run: { ops: ${metrics.replace(/\[(?=\[)/, "[{ metric: ").replace(/\]$/, metrics === "[]" ? "]" : "}]")} }, expect: { metrics: ${metrics} } }]
`;

interface Written {
  id?: string;
  clauses?: string;
  file?: string;
  find?: string;
  replace?: string;
  killers?: string;
}

/** Returns a mutant (default: metrics go to the wrong stream). */
const mutant = ({
  id = "to-standard-error",
  clauses: broken = "[MET-1]",
  file = metric,
  find = `'writeLine("stdout", line)'`,
  replace = `'writeLine("stderr", line)'`,
  killers = "[metric.one, metric.other]",
}: Written): string => `- id: ${id}
  what: Metrics go to standard error
  clauses: ${broken}
  patch: [{ file: ${file}, find: ${find}, replace: ${replace} }]
  killers: ${killers}
`;

async function load(lacks: Record<string, string> = {}) {
  const { cases } = await loadCases(join(dir, "cases"));
  return loadMutants(join(dir, "mutants"), { root: repository, clauses, cases, lacks });
}

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
      `the text occurs 3 times in ${metric}; it must occur exactly once`,
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

describe("a broken SDK", () => {
  async function setting(): Promise<MutantSetting> {
    const { cases } = await loadCases(join(dir, "cases"));
    return {
      mutants: await load(),
      cases,
      node: loadTestee("node"),
      run: { errors: errorTableOf(bundledContract()), scriptOf },
    };
  }

  test("is noticed by its killer, or reported as alive", async () => {
    put(
      "mutants/metric.yaml",
      mutant({ id: "seen", killers: "[metric.one]" }) + mutant({ id: "unseen", killers: "[metric.other]" }),
    );
    expect(await checkMutants({}, await setting())).toEqual({
      killed: 1,
      alive: 1,
      unbuilt: 0,
      notRun: [],
      problems: [{ mutant: "unseen", said: "unseen is alive: metric.other does not notice it" }],
    });
    expect(await checkMutants({ only: ["seen"] }, await setting())).toEqual({
      killed: 1,
      alive: 0,
      unbuilt: 0,
      notRun: [],
      problems: [],
    });
  });

  test("is not run if the machine can run none of its killers, and needs only the others otherwise", async () => {
    put("mutants/metric.yaml", mutant({ id: "both" }) + mutant({ id: "other", killers: "[metric.other]" }));
    const hindranceOf = ({ id }: { id: string }) =>
      id === "metric.other" ? "there is no strace" : undefined;
    expect(await checkMutants({ hindranceOf }, await setting())).toEqual({
      killed: 1,
      alive: 0,
      unbuilt: 0,
      notRun: ["other: there is no strace"],
      problems: [],
    });
  });

  test("that does not build is a problem, neither noticed nor alive", async () => {
    put("mutants/metric.yaml", mutant({ replace: "'writeLine('" }));
    const { problems, ...counts } = await checkMutants({}, await setting());
    expect(counts).toEqual({ killed: 0, alive: 0, unbuilt: 1, notRun: [] });
    expect(problems).toMatchObject([
      { mutant: "to-standard-error", said: expect.stringMatching(/^to-standard-error does not build: /) },
    ]);
  });

  test("that does not build fails the run, and the summary counts it", async () => {
    put(
      "mutants/metric.yaml",
      mutant({ id: "unreadable", replace: "'writeLine('" }) +
        mutant({ id: "sound", killers: "[metric.one]" }),
    );
    const said: string[] = [];
    const all = { mutant: [], area: [] };
    const exit = await mutantsCommand(
      all,
      new AbortController().signal,
      (text) => said.push(text),
      await setting(),
    );
    expect(said[0]).toMatch(/^unreadable does not build: /);
    expect(said.at(-1)).toMatch(/^2 mutants in [\d.]+ s, 1 killed, 0 alive, 1 not built$/);
    expect(exit).toBe(1);
  });

  test("is run against every case in a survey, which lists the killers", async () => {
    put(
      "mutants/metric.yaml",
      mutant({}) +
        mutant({ id: "harmless", find: "cause", replace: "cause" })
          .replace(/find: .*replace: \w+/, `find: "// nothing", replace: ""`)
          .replace(
            /patch: .*/,
            `patch: [{ file: ${metric}, find: "Emits a metric", replace: "Writes a metric" }]`,
          ),
    );
    const survey = await surveyMutants(await setting(), { areas: [] });
    expect(survey).toEqual({
      alive: ["harmless"],
      idle: ["metric.other"],
      killers: new Map([
        ["to-standard-error", ["metric.one"]],
        ["harmless", []],
      ]),
      problems: [],
    });
  });
});
