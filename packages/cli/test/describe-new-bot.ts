import { readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { compiledLanguages } from "../../repo/src/drive/compiled.ts";
import { newProject } from "./compiled-project.ts";
import { type DryRun, dryRun, newBot } from "./new-bot.ts";
import { platform } from "./platform.ts";

/** What is expected of a new bot in a compiled language. */
export interface NewBot {
  /** The language, as in titles. */
  title: string;
  /** Its name in `sdks/`. */
  name: string;
  /** The advice for a bot that has not been built. */
  unbuilt: string;
  /** The source of its query program. */
  source: string;
  /** What is reported when this source is newer than the program. */
  stale: string;
  /** What is not reported then. */
  fresh?: string;
  /** Asserts what is uploaded. */
  packed: (document: DryRun) => void;
  /** The source of its main program; given if the language has a command for the bot's own tests. */
  main?: string;
  /** The metric of its first run. */
  metric: string;
  /** Further tests of the built project in the folder that `cwd` returns. */
  more?: (cwd: () => string) => void;
}

/** The life of a new bot until it is deployed, which is the same in every compiled language. */
export function describeNewBot({
  title,
  name,
  unbuilt,
  source,
  stale,
  fresh,
  packed,
  main,
  metric,
  more,
}: NewBot): void {
  const language = compiledLanguages.find((one) => one.name === name)!;
  const { whyNot } = language;

  describe(`a new bot in ${title}`, () => {
    let cwd: string;
    beforeAll(async () => {
      cwd = await newProject(language, "my-bot", "scheduled");
      if (whyNot === undefined) await language.build(cwd);
      // Other compilers may use all processors at the same time.
    }, 1_200_000);
    afterAll(() => rmSync(dirname(cwd), { recursive: true, force: true }));
    const validate = (folder: string) => platform(["custom-bot", "validate"], { cwd: folder });

    test("is refused before it is built", async () => {
      const folder = await newBot("--runtime", language.runtime);
      expect((await validate(folder)).stderr).toContain(unbuilt);
    });

    test("is refused when a source is newer than its program", async ({ skip }) => {
      skip(whyNot !== undefined, whyNot);
      expect(await validate(cwd)).toMatchObject({ code: 0, stdout: expect.stringContaining("is valid") });
      const soon = new Date(Date.now() + 60_000);
      utimesSync(join(cwd, source), soon, soon);
      const { code, stderr } = await validate(cwd);
      expect({ code, stderr }).toMatchObject({ code: 6, stderr: expect.stringContaining(stale) });
      if (fresh !== undefined) expect(stderr).not.toContain(fresh);
      const before = new Date(Date.now() - 600_000);
      utimesSync(join(cwd, source), before, before);
    });

    test("is packaged as what the build wrote, without sources and SDK", async ({ skip }) => {
      skip(whyNot !== undefined, whyNot);
      packed((await dryRun(cwd)).document);
    });

    test("runs and answers queries with platform dev", async ({ skip }) => {
      skip(whyNot !== undefined, whyNot);
      const dev = (...args: string[]) => platform(["dev", ...args], { cwd });
      const stdout = expect.stringContaining(`metric run ${metric}`);
      expect(await dev("--tick", "now")).toMatchObject({ code: 0, stdout });
      expect(JSON.parse((await dev("--query", "/status")).stdout)).toEqual({ symbol: "AAPL", runs: 1 });
    });

    if (main !== undefined)
      test("passes its own tests, and fails them when the bot is broken", { timeout: 1_200_000 }, async ({
        skip,
      }) => {
        skip(whyNot !== undefined, whyNot);
        const realtime = await newProject(language, "my-bot", "realtime");
        onTestFinished(() => rmSync(dirname(realtime), { recursive: true, force: true }));
        await language.test!(realtime);
        await language.test!(cwd);
        const source = join(cwd, main);
        const text = readFileSync(source, "utf8");
        onTestFinished(() => writeFileSync(source, text));
        writeFileSync(source, text.replace("looked at", "broken at"));
        await expect(language.test!(cwd)).rejects.toMatchObject({
          stdout: expect.stringContaining("broken at AAPL"),
        });
      });

    more?.(() => cwd);
  });
}

/** Asserts that exactly these files are uploaded, and that only the programs are executable. */
export const packedAs =
  (files: string[], programs: string[] = []) =>
  ({ files: found }: DryRun): void => {
    expect(found.map(({ path }) => path)).toEqual([...files, ...programs].sort());
    expect(found.filter(({ executable }) => executable).map(({ path }) => path)).toEqual(programs);
  };
