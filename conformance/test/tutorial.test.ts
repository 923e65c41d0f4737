import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { blocksOf, readPage } from "../../packages/repo/test/page.ts";

// packages/repo/test/published follows the page.
const clone = join(import.meta.dirname, "../..");
const blocks = blocksOf(readPage("docs/tutorials/bring-your-own-sdk.md"));

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
