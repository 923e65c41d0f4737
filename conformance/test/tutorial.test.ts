import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { blocksOf, patternOf, type } from "./page.ts";

const clone = join(import.meta.dirname, "../..");
const page = readFileSync(join(clone, "docs/tutorials/bring-your-own-sdk.md"), "utf8");

const blocks = blocksOf(page);

const home = mkdtempSync(join(tmpdir(), "botyard-tutorial-"));
afterAll(() => {
  rmSync(home, { recursive: true });
  // Folders of the page's script of --explain.
  for (const [, name] of page.matchAll(/--explain (\S+\/\S+)/g))
    for (const end of ["", ".kept"])
      rmSync(`/tmp/${name!.replace("/", "_")}${end}`, { recursive: true, force: true });
});

const perl = spawnSync("perl", ["-e", "use v5.36; use JSON::PP"]);

test("following the tutorial gives the output that it shows, and two green areas", {
  timeout: 300_000,
}, async ({ skip }) => {
  skip(perl.status !== 0, "perl 5.36 with JSON::PP is not installed");
  let cwd = home;
  let said = "";
  for (const { language, options, text, line } of blocks.filter(({ options }) => !options.from)) {
    if (options.file) {
      mkdirSync(dirname(join(cwd, options.file)), { recursive: true });
      writeFileSync(join(cwd, options.file), text);
    } else if (language === "output") {
      expect(said, `what line ${line} shows`).toMatch(patternOf(text));
    } else {
      said = "";
      const commands = text.trim().split(/(?<!\\)\n/);
      for (const [i, command] of commands.entries()) {
        const typed = await type(command, { clone, cwd, home });
        said += typed.said;
        cwd = typed.cwd;
        const code = i === commands.length - 1 ? Number(options.exit ?? 0) : 0;
        expect(typed.code, `${command}\n${typed.said}`).toBe(code);
      }
    }
  }
  expect(said).toContain("known-fail");
});

test("the tutorial's adapter has at most 150 lines", () => {
  const adapter = blocks.find(({ options }) => options.file === "adapter.pl")!.text;
  expect(adapter.split("\n").filter((line) => line.trim() !== "").length).toBeLessThanOrEqual(150);
});

test.for(blocks.filter(({ options }) => options.from))(
  "the excerpt of $options.from in line $line is in that file",
  ({ options, text }) => {
    const source = `\n${readFileSync(join(clone, options.from!), "utf8")}`;
    let from = 0;
    for (const part of text.split(/^ *…\n/m)) {
      const at = source.indexOf(`\n${part}`, from);
      expect(at, `place of these lines after those before them:\n${part}`).toBeGreaterThanOrEqual(0);
      from = at + part.length;
    }
  },
);
