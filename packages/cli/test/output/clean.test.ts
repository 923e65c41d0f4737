import { expect, test } from "vitest";
import { clean, cleanLine } from "../../src/output/clean.ts";

test.each([
  ["colours", "\u001b[31mred\u001b[0m", "red"],
  ["a cleared screen", "a\u001b[2J\u001b[Hb", "ab"],
  ["a window title", "a\u001b]0;evil\u0007b", "ab"],
  ["a hyperlink", "\u001b]8;;http://evil\u001b\\click\u001b]8;;\u001b\\", "click"],
  ["an unfinished sequence", "a\u001b]0;never closed", "a"],
  ["a lone escape", "a\u001bb", "a"],
  ["one-byte sequences", "a\u009b31mb\u009d0;x\u009cc", "abc"],
  ["a line that overwrites itself", "balance 1\rbalance 9", "balance 1balance 9"],
  ["a direction override", "user\u202egnp.exe", "usergnp.exe"],
  ["isolates and marks", "a\u2066b\u2069\u200f\u061cc", "abc"],
  ["bells and backspaces", "a\u0007\u0008b\u0000", "ab"],
])("%s: the control characters are removed", (_what, text, safe) => {
  expect(clean(text)).toBe(safe);
});

test("text without control characters is unchanged, in every script", () => {
  const text = 'é 価格 🚀 %s \\u001b[31m {"a": 1}\n\tindented';
  expect(clean(text)).toBe(text);
});

test("a cell of a table is one line", () => {
  expect(cleanLine("two\nlines\r\nand\ta tab")).toBe("two lines and a tab");
});
