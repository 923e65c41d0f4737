import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { errorTableOf } from "../../src/judge/error-table.ts";
import type { Case } from "../../src/model.ts";
import {
  bundledContract,
  type Contract,
  checkSpec,
  compareVersions,
  contractFile,
  messagesFile,
  pin,
  pinsFile,
  readContract,
  readExclusions,
  readPins,
  versionsOf,
} from "../../src/spec/index.ts";

const root = join(import.meta.dirname, "../../..");
const textOf = (path: string): string => readFileSync(join(root, path), "utf8");
const page = readContract(textOf("docs/reference/contract.md"));
const exclusionsPath = "conformance/contract/exclusions.yaml";

const small = readContract(
  [
    "- **[MET-1]** The SDK MUST do one thing.",
    "- **[MET-2]** The SDK MUST NOT do another, but MAY do a third.",
    "- **[MET-3]** It MAY do this.",
    "| `metric.invalid_type` | a type must be text, got {value} (really.) | Name it. |",
  ].join("\n"),
);
const oneCase = (id: string, ...clauses: string[]): Case =>
  ({ id, clauses, file: "cases/metric/line.yaml", line: 7 }) as unknown as Case;
const covered = [oneCase("metric.a", "MET-1", "MET-2"), oneCase("metric.b", "MET-1", "MET-2", "MET-3")];
const pinned = pin(
  {},
  small,
  small.clauses.map(({ id }) => id),
);
const excluding = (text: string) => readExclusions(text, "exclusions.yaml", small);
const told = (
  cases: Case[],
  { contract = small as Contract, pins = pinned, exclusions = "[]" } = {},
): string[] =>
  checkSpec(cases, contract, pins, excluding(exclusions).exclusions).map(
    ({ file, message }) => `${file}: ${message}`,
  );

describe("the contract page", () => {
  test("is read clause by clause, each with its keyword and the hash of its text", () => {
    expect(small.clauses.map(({ id, keyword }) => `${id} ${keyword}`)).toEqual([
      "MET-1 MUST",
      "MET-2 MUST NOT",
      "MET-3 MAY",
    ]);
    expect(small.clauses[0]).toEqual({
      id: "MET-1",
      keyword: "MUST",
      text: "The SDK MUST do one thing.",
      sha256: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
    expect(small.errors).toEqual([
      {
        code: "metric.invalid_type",
        message: "a type must be text, got {value} (really.)",
        next: "Name it.",
      },
    ]);
    expect(() => readContract("# Nothing")).toThrow("no clauses");
  });

  test("names the version that a clause is new in, and has all versions", () => {
    const both =
      "| 1.0 | all |\n| 1.1 | more |\n- **[MET-1]** It MUST.\n- **[MET-2]** *(since 1.1)* It MAY.\n| `a.b` | c | d |";
    const { version, clauses } = readContract(both);
    expect(version).toBe("1.1");
    expect(versionsOf({ version, clauses })).toEqual(["1.0", "1.1"]);
    expect(clauses.map(({ id, text, since }) => [id, text, since])).toEqual([
      ["MET-1", "It MUST.", undefined],
      ["MET-2", "It MAY.", "1.1"],
    ]);
    expect(() => readContract(both.replace("since 1.1", "since 1.2"))).toThrow(
      "[MET-2] is since 1.2, but the page is of version 1.1",
    );
    expect(["1.10", "1.9", "1.0"].sort(compareVersions)).toEqual(["1.0", "1.9", "1.10"]);
  });

  test("has all its clauses and errors in this package", () => {
    const text = textOf("docs/reference/contract.md");
    expect(page.clauses).toHaveLength(text.split("\n- **[").length - 1);
    expect(page.errors).toHaveLength(text.split(/\n\| `[a-z]+\.[a-z_]+` \|/).length - 1);
    expect(textOf("conformance/contract/contract.json")).toBe(contractFile(page));
    expect(textOf("conformance/contract/messages.json")).toBe(messagesFile(page));
    expect(bundledContract()).toEqual(page);
  });
});

describe("an error's message", () => {
  test("matches the template of its code with any value filled in", () => {
    const table = errorTableOf(small);
    const pattern = table.messageOf("metric.invalid_type")!;
    expect(pattern.test("a type must be text, got 5 (really.)")).toBe(true);
    expect(pattern.test("a type must be text, got two\nlines (really.)")).toBe(true);
    for (const wrong of [
      "a type must be text, got  (really.)",
      "a type must be text, got 5 (really!)",
      "x a type must be text, got 5 (really.)",
    ]) {
      expect([wrong, pattern.test(wrong)]).toEqual([wrong, false]);
    }
    expect(table.adviceOf("metric.invalid_type")).toBe("Name it.");
    expect(table.messageOf("metric.unknown")).toBeUndefined();
  });

  test("of every code has a pattern that matches its own template and no other", () => {
    const table = errorTableOf(page);
    for (const { code, message } of page.errors) {
      const fitting = page.errors.filter((row) => table.messageOf(row.code)!.test(message));
      // A handler's own message may be any text.
      expect(new Set(fitting.map((row) => row.code))).toEqual(new Set([code, "query.handler_failed"]));
    }
  });
});

describe("cases and contract", () => {
  test("match if each clause has its cases and was reviewed", () => {
    expect(told(covered)).toEqual([]);
  });

  test("do not match if a clause has no case or no near-miss; a MAY needs only one case", () => {
    expect(told([oneCase("metric.a", "MET-1")])).toEqual([
      "docs/reference/contract.md: [MET-1] has only one case, metric.a; write a near-miss, or give a reason in conformance/contract/exclusions.yaml",
      "docs/reference/contract.md: [MET-2] has no case; write a case that passes and a near-miss, or give a reason in conformance/contract/exclusions.yaml",
      "docs/reference/contract.md: [MET-3] has no case; write a case that passes and a near-miss, or give a reason in conformance/contract/exclusions.yaml",
    ]);
  });

  test("match if there is a reason for the missing cases", () => {
    const exclusions =
      "- { clause: MET-1, few: there is one way only }\n- { clause: MET-2, reason: nobody sees it }\n";
    expect(told([oneCase("metric.a", "MET-1", "MET-3")], { exclusions })).toEqual([]);
  });

  test("do not match if a reason is no longer true", () => {
    const exclusions =
      "- { clause: MET-1, few: there is one way only }\n- { clause: MET-2, reason: nobody sees it }\n";
    expect(told(covered, { exclusions })).toEqual([
      "conformance/contract/exclusions.yaml: [MET-1] is listed as having few cases, but has 2",
      "conformance/contract/exclusions.yaml: [MET-2] is listed as having no case, but is observed by metric.a, metric.b",
    ]);
  });

  test("do not match if a case names an unknown clause", () => {
    expect(told([...covered, oneCase("metric.c", "MET-9")])).toEqual([
      "cases/metric/line.yaml: metric.c names [MET-9], which is not in the contract",
    ]);
  });

  test("do not match if a clause has changed since its cases were reviewed, until it is pinned again", () => {
    const contract = readContract(
      `- **[MET-1]** The SDK MUST do one thing well.\n${"- **[MET-2]** x MUST\n- **[MET-3]** It MAY do this.\n| `a.b` | c | d |"}`,
    );
    const pins = { ...pinned, "MET-2": contract.clauses[1]!.sha256 };
    expect(told(covered, { contract, pins })).toEqual([
      "conformance/contract/pins.json: [MET-1] changed since its 2 cases were reviewed: metric.a, metric.b; review them, then run `botyard-conformance pin MET-1`",
    ]);
    expect(told(covered, { contract, pins: pin(pins, contract, ["MET-1"]) })).toEqual([]);
    expect(told(covered, { contract, pins: pin({}, contract, ["MET-1", "MET-2"]) })).toEqual([
      "conformance/contract/pins.json: [MET-3] was never pinned; review metric.b, then run `botyard-conformance pin MET-3`",
    ]);
  });

  test("lose removed clauses with the next pin", () => {
    const pins = { ...pinned, "MET-8": "0123456789abcdef" };
    expect(told(covered, { pins })).toEqual([
      "conformance/contract/pins.json: [MET-8] is pinned, but is no longer in the contract; run `botyard-conformance pin` with any clause to remove it",
    ]);
    expect(pin(pins, small, [])).toEqual(pinned);
    expect(() => pin({}, small, ["MET-11"])).toThrow(
      "MET-11: is not a clause of the contract: did you mean MET-1?",
    );
  });
});

describe("the exclusions", () => {
  test.each([
    [
      "a clause that there is not",
      "- { clause: MET-7, reason: x }",
      "exclusions.yaml:1:5: the contract has no clause MET-7: did you mean MET-1?",
    ],
    [
      "a clause twice",
      "- { clause: MET-1, reason: x }\n- { clause: MET-1, few: x }",
      "exclusions.yaml:2:5: MET-1 is listed twice",
    ],
    ["no reason", "- { clause: MET-1 }", "exclusions.yaml:1:3: an exclusion needs the key reason"],
    ["an empty reason", '- { clause: MET-1, few: "" }', "exclusions.yaml:1:20: the reason is empty"],
    [
      "both reasons",
      "- { clause: MET-1, few: x, reason: z }",
      "exclusions.yaml:1:20: reason says why there is no case, few why there are few; write one",
    ],
    ["something else than a list", "{}", "exclusions.yaml:1:1: exclusions must be a list: - clause: …"],
  ])("are refused for %s", (_, text, sentence) => {
    const { problems } = excluding(text).source;
    expect(
      problems.map(({ file, line, column, message }) => `${file}:${line}:${column}: ${message}`),
    ).toEqual([sentence]);
  });

  test("of this package are valid, and the tests that they name exist", () => {
    const { exclusions, source } = readExclusions(textOf(exclusionsPath), exclusionsPath, page);
    expect(source.problems).toEqual([]);
    for (const { reason } of exclusions) {
      const files = reason.match(/\b(?:packages|sdks)\/\S+\.(?:ts|py|rs)\b/g) ?? [];
      expect([reason, files.filter((file) => !existsSync(join(root, file)))]).toEqual([reason, []]);
      expect([reason, files.length > 0]).toEqual([reason, true]);
    }
  });
});

describe("the pins", () => {
  test("of this package are in the contract's order, as they are written", () => {
    const file = join(root, "conformance/contract/pins.json");
    expect(readFileSync(file, "utf8")).toBe(pinsFile(pin(readPins(file), page, [])));
  });

  test("are refused if the file is invalid", () => {
    expect(() => readPins(join(root, "package.json"))).toThrow(
      "is not a JSON object of clauses and their hashes",
    );
  });
});
