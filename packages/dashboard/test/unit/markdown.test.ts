import { lexer } from "marked";
import { expect, test } from "vitest";
import { longestRead, readMarkdown } from "../../src/ui/markdown-tokens.ts";

const filled = (text: string) => text.repeat(Math.ceil(longestRead / text.length));

test("an ordinary text is read as Markdown is, however long", () => {
  const text = "# A *b* **c** ~~d~~\n\n> e\n> > f\n\n- g\n  - h\n\n| i |\n|-|\n| j |\n\n";
  expect(JSON.stringify(readMarkdown(text))).toBe(JSON.stringify(lexer(text)));
  expect(readMarkdown(filled(text))?.length).toBeGreaterThan(20_000);
});

for (const [what, text] of [
  ["emphasis that goes on", filled("_a_")],
  ["emphasis in emphasis", `${"*".repeat(90_000)}a${"*".repeat(90_000)}`],
  ["deleted text that does not end", filled("~~a~ ")],
  ["quotations in quotations", filled("> ")],
  ["lists in lists", Array.from({ length: 600 }, (_, depth) => `${"  ".repeat(depth)}- a`).join("\n")],
] as const)
  test(`a text is refused whose reading would take minutes, or too much stack: ${what}`, () => {
    expect(readMarkdown(text)).toBeUndefined();
  });
