import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { failTexts } from "../../src/run/fail-texts.ts";
import { testee } from "./delivered.ts";

function texts(source: string, line: string) {
  const dir = mkdtempSync(join(tmpdir(), "fails-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  writeFileSync(join(dir, "adapter.pl"), source);
  return failTexts(testee("perl", { dir, fails: { type: "Error", file: "adapter.pl", line } }));
}

test("the line of a failure is the one that contains the text", () => {
  const found = { fail_type: "Error", fail_file: "adapter.pl", fail_line: "2" };
  expect(texts("sub fail {\n  die $message;\n}\n", "die $message")).toEqual(found);
});

test("a text in no line or in several lines has line 0", () => {
  expect(texts("die;\ndie;\n", "die").fail_line).toBe("0");
  expect(texts("die;\n", "raise").fail_line).toBe("0");
});

test("a testee without a description of its failures, or without the file, has line 0", () => {
  expect(failTexts(testee("perl")).fail_line).toBe("0");
  const fails = { type: "Error", file: "gone.pl", line: "die" };
  expect(failTexts(testee("perl", { fails })).fail_line).toBe("0");
});
