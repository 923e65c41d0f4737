import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { loadCases, loadLocked, writeLock } from "../../src/cases/index.ts";
import { lockOf } from "../../src/cases/lock.ts";
import { ownCases } from "../../src/command/load-setting.ts";
import { testFolder } from "./corpus.ts";

let dir: string;
let file: string;
beforeEach(async () => {
  dir = join(mkdtempSync(join(tmpdir(), "lock-")), "valid");
  cpSync(join(testFolder, "valid"), dir, { recursive: true });
  file = await writeLock(dir);
});
afterEach(() => rmSync(join(dir, ".."), { recursive: true }));

const change = (path: string, from: string | RegExp, to: string): void => {
  const text = readFileSync(path, "utf8");
  expect(text).toMatch(from);
  writeFileSync(path, text.replace(from, to));
};
const refusal = async (): Promise<string[]> =>
  (await loadLocked(dir).then(String, String)).replaceAll(`${dir}/`, "").split("\n");

describe("a lock", () => {
  test("has one line for each file, and its cases are those of the folder", async () => {
    const { cases, hash } = await loadCases(dir);
    expect(await loadLocked(dir)).toEqual({ cases, hash });
    const lines = readFileSync(file, "utf8").trimEnd().split("\n").slice(1, -1);
    expect(lines).toHaveLength(new Set(cases.map((one) => one.file)).size);
    expect(lines).toContainEqual(
      expect.stringMatching(/^ {2}"state\/two-cases\.yaml": "2 cases, [0-9a-f]{16}",?$/),
    );
  });

  test("of the suite's own cases is small", () => {
    expect(readFileSync(join(ownCases(), "cases.lock.json")).byteLength).toBeLessThan(10_000);
  });

  test("is refused if a case has changed, is lost, new or moved to another file", async () => {
    change(join(dir, "metric/shortest.yaml"), "A sentence", "Another sentence");
    change(join(dir, "metric/table.yaml"), /^ {4}number: .*\n/m, "");
    renameSync(join(dir, "state/two-cases.yaml"), join(dir, "state/two.yaml"));
    const hash = "[0-9a-f]{16}";
    const patterns = [
      `BadInput: metric/shortest\\.yaml: has 1 case, ${hash}, but cases\\.lock\\.json has 1 case, ${hash}`,
      `metric/table\\.yaml: has 1 case, ${hash}, but cases\\.lock\\.json has 2 cases, ${hash}`,
      `state/two-cases\\.yaml: is missing, but cases\\.lock\\.json has it with 2 cases, ${hash}`,
      "state/two\\.yaml: is not in cases\\.lock\\.json yet",
    ];
    expect(await refusal()).toEqual(
      patterns.map((pattern) => expect.stringMatching(`^${pattern}: run \`botyard-conformance lock\`$`)),
    );
  });

  test("is refused if it was changed by hand", async () => {
    change(file, '"2 cases,', '"3 cases,');
    expect(await refusal()).toEqual([expect.stringContaining("but cases.lock.json has 3 cases,")]);
  });

  test("does not depend on comments or the place of a case in its file", async () => {
    const { cases } = await loadCases(dir);
    change(join(dir, "metric/shortest.yaml"), /^/, "# A comment\n");
    const moved = (await loadLocked(dir)).cases;
    expect(moved).not.toEqual(cases);
    expect(lockOf(moved.toReversed())).toEqual(lockOf(cases));
  });

  test.each([
    ["half a file", /\}\n$/, ""],
    ["something else", /^.*$/s, "[]"],
  ])("is refused if it is %s", async (_, from, to) => {
    change(file, from, to);
    expect(await refusal()).toEqual([
      "BadInput: cases.lock.json: is not a lock file; run `botyard-conformance lock`",
    ]);
  });

  test("is refused if the file is missing", async () => {
    rmSync(file);
    expect(await refusal()).toEqual([
      "BadInput: cases.lock.json: does not exist; run `botyard-conformance lock`",
    ]);
  });
});
