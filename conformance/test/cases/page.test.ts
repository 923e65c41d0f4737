import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  answer,
  besideCall,
  exchanges,
  expected,
  rawAnswer,
  steps,
  wholeCase,
} from "../../src/cases/case-form.ts";
import { keysOf, type ObjectForm } from "../../src/cases/form.ts";
import { capabilities, makes, matchers, ops } from "../../src/cases/vocabulary.ts";
import { testFolder } from "./corpus.ts";

const page = readFileSync(join(testFolder, "../../docs/reference/conformance-cases.md"), "utf8");

/** Returns the rows of the first (or nth) table whose head begins like this, as cells. */
function table(head: string, nth = 1): string[][] {
  const rows = page.split(`| ${head} |`)[nth]!;
  return rows
    .slice(rows.indexOf("\n") + 1)
    .split("\n\n")[0]!
    .split("\n")
    .slice(1)
    .map((row) =>
      row
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

const wordsOf = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, word]) => word!);
const sorted = (names: Iterable<string>): string[] => [...new Set(names)].sort();

describe("the format's page", () => {
  test("names the ops that the loader knows", () => {
    const named = table("Op | Arguments").flatMap(([cell]) =>
      wordsOf(cell!).map((word) => word.replace(/^…/, "request.get")),
    );
    expect(sorted(named)).toEqual(sorted(Object.keys(ops)));
  });

  test.each<[string, number, ObjectForm[]]>([
    ["Key", 1, [wholeCase]],
    ["Key of a step", 1, Object.values(steps)],
    ["Beside the call", 1, [besideCall]],
    ["Key", 2, [expected]],
    ["In `requests`", 1, [...Object.values(exchanges), answer, rawAnswer]],
  ])("names the keys that the loader knows: %s, table %d", (head, nth, forms) => {
    const named = wordsOf(table(`${head} | Meaning`, nth).flat().join(" "))
      .join(" ")
      .split(/[^a-z_]+/);
    expect(sorted(forms.flatMap(keysOf)).filter((key) => !named.includes(key))).toEqual([]);
  });

  test("names the capabilities that the loader knows", () => {
    const named = table("Capability | A testee with it").flatMap(([cell]) => wordsOf(cell!));
    const all = named.flatMap((name) =>
      name === "makes-<kind>" ? Object.keys(makes).map((kind) => `makes-${kind}`) : [name],
    );
    expect(sorted(all)).toEqual(sorted(capabilities));
  });

  test("names the matchers that the loader knows", () => {
    const named = table("Matcher | Accepts").map(([cell]) => /^`(\$\w+)/.exec(cell!)![1]!);
    expect(sorted(named)).toEqual(sorted(matchers));
  });

  const forms: Record<(typeof makes)[string], (kind: string) => string> = {
    plain: (kind) => `\`${kind}\``,
    sized: (kind) => `\`[${kind}, n]\``,
    nested: (kind) => `\`[${kind}, n]\``,
    bytes: (kind) => `\`[${kind}, base64]\``,
    "byte-lists": (kind) => `\`[${kind}, [base64, …]]\``,
  };

  test("names the values that adapters make", () => {
    const [sentence] = /`\{\$make: kind\}`[\s\S]*?A literal object/.exec(page)!;
    for (const [kind, shape] of Object.entries(makes)) {
      expect(sentence).toContain(forms[shape](kind));
    }
  });
});
