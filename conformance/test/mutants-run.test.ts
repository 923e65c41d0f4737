import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadCases, scriptOf } from "../src/cases/index.ts";
import { mutantsCommand } from "../src/command/mutants.ts";
import { errorTableOf } from "../src/judge/error-table.ts";
import { checkMutants } from "../src/mutants/check.ts";
import type { MutantSetting } from "../src/mutants/setting.ts";
import { surveyMutants } from "../src/mutants/survey.ts";
import { bundledContract } from "../src/spec/contract.ts";
import { loadTestee } from "../src/testee/index.ts";
import { dir, load, metric, mutant, newFolderForEachTest, put } from "./mutant-folder.ts";

newFolderForEachTest();

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
