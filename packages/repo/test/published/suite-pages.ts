import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { root } from "../../src/root.ts";
import { type Block, blocksOf, follow, readPage, typed } from "../page.ts";
import type { Consumer } from "./consumer.ts";
import { serve } from "./serve.ts";

const runPage = "docs/how-to/run-the-conformance-suite.md";
const platformPage = "docs/how-to/check-a-platform.md";
const tutorial = "docs/tutorials/bring-your-own-sdk.md";

/** Commands of a page, as they are in a clone, run the installed suite, except those that need the clone. */
const functions = ({ options }: Block) => `npm() {
  [ "\${*:1:4}" = "run --silent conformance --" ] || return 127
  ${options.clone === undefined ? "botyard-conformance" : `node "${join(root, "conformance/src/main.ts")}"`} "\${@:5}"
}`;

/** The pages about the conformance suite, with the installed archives. */
export function describeSuitePages(consumer: () => Consumer): void {
  const readerIn = (name: string) => {
    const cwd = join(consumer().dir, name);
    mkdirSync(cwd);
    // Without PYTHON it would search for an interpreter at each start.
    const more = { PYTHON: "python3", NODE_COMPILE_CACHE: join(consumer().dir, "compiled") };
    return { cwd, env: { ...consumer().env, ...more }, functions };
  };

  afterAll(() => {
    // Folders of the scripts of --explain.
    for (const page of [runPage, tutorial])
      for (const [, name] of readPage(page).matchAll(/--explain (\S+) >/g))
        for (const end of ["", ".kept"])
          rmSync(`/tmp/${name!.replace("/", "_")}${end}`, { recursive: true, force: true });
  });

  describe.concurrent("who follows", { timeout: 300_000 }, () => {
    test(`${runPage} sees what it shows`, async () => {
      const reader = readerIn("suite");
      await follow(runPage, reader);
      for (const name of ["r.json", "r.xml", "r.md"])
        expect(existsSync(join(reader.cwd, "out", name)), name).toBe(true);
    });

    test(`${platformPage} sees what it shows, and checks a running platform and one of their own`, async () => {
      const reader = readerIn("check");
      await follow(platformPage, reader);
      const blocks = blocksOf(readPage(platformPage));
      const platform = await serve(consumer(), "checked");
      const running = blocks.find(({ options }) => options.long !== undefined)!;
      const command = running.text
        .replace("PLATFORM_API_KEY=…", `PLATFORM_API_KEY=${platform.key.trim()}`)
        .replace("https://bots.example", platform.url);
      const cases = "--case packages.uploaded --case cli.deploys-a-custom-bot";
      const lines = `${functions(running)}\n${command.trim()} ${cases}`;
      const checked = await typed(lines, reader.cwd, reader.env);
      await platform.stop();
      expect(checked, checked.said).toMatchObject({ code: 0, said: expect.stringContaining(", 0 failed") });
      const own = blocks.find(({ language }) => language === "yaml")!.text;
      writeFileSync(join(reader.cwd, "mine.yaml"), own.replace("my-platform", "platform, serve"));
      const mine = await typed(
        `botyard-conformance platform --testee mine.yaml ${cases}`,
        reader.cwd,
        reader.env,
      );
      expect(mine, mine.said).toMatchObject({ code: 0, said: expect.stringContaining(", 0 failed") });
    });

    test(`${tutorial} sees what it shows, and two green areas`, async ({ skip }) => {
      const perl = spawnSync("perl", ["-e", "use v5.36; use JSON::PP"]);
      skip(perl.status !== 0, "perl 5.36 with JSON::PP is not installed");
      const reader = readerIn("own-sdk");
      const said = await follow(tutorial, reader);
      expect(said).toContain("known-fail");
    });
  });
}
