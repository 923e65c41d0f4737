import { describe, expect, test } from "vitest";
import { findThrows } from "../src/check/throws.ts";
import { dropped, findDropped, repositoryFiles } from "../src/check/words.ts";
import { root } from "../src/root.ts";

describe("the word check", () => {
  test.each([
    ["the path can not be read", "can not"],
    ["60s unless said", "unless said"],
    ["Whoever asks, gets an answer", "Whoever"],
    ["a gap is said as a gap", "is said as"],
    ["a value that can not be meant ends the start", "can not"],
    ["has it stand still", "has it stand"],
    ["the bot's own user reads it", "the bot's own user"],
  ])("names the line and the wording to use in %j", (line, found) => {
    const [first] = findDropped([{ path: "docs/page.md", text: `One line.\n${line}\n` }]);
    expect(first).toMatch(/^docs\/page\.md:2: /);
    expect(first).toContain(`"${found}": write `);
  });

  test("accepts plain sentences", () => {
    const text = "The path cannot be read (default: 60s). The bot's user cannot access it.";
    expect(findDropped([{ path: "docs/page.md", text }])).toEqual([]);
  });

  test("reads the files of the repository, including uncommitted ones", () => {
    const paths = repositoryFiles(root).map(({ path }) => path);
    expect(paths).toContain("README.md");
    expect(paths).toContain("packages/repo/test/words.test.ts");
  });

  test("has one row for each wording", () => {
    const patterns = dropped.map(({ not }) => not.source);
    expect(new Set(patterns).size).toBe(patterns.length);
  });
});

describe("the form of @throws", () => {
  const found = (line: string) => findThrows([{ path: "src/read.ts", text: `/**\n${line}\n */` }]);

  test.each([
    " * @throws the system's error",
    " * @throws ArchiveFault",
    " * @throws {BadInput}",
    "/** Reads the file. @throws {BadInput} if it is empty */",
    " * @throws {BadInput} @throws {LaunchError}",
  ])("is reported with its line in %j", (line) => {
    expect(found(line)).toEqual([expect.stringMatching(/^src\/read\.ts:2: write "@throws \{ClassName\}"/)]);
  });

  test("is the class, then codes or a condition", () => {
    expect(found(" * @throws {BotyardError} `state.corrupt`")).toEqual([]);
    expect(found("/** @throws {Error} if the file cannot be opened */")).toEqual([]);
  });
});
