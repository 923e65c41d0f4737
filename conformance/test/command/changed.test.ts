import { afterEach, describe, expect, test, vi } from "vitest";
import { casesIn, knownOf } from "../../src/cases/load.ts";
import { lockOf } from "../../src/cases/lock.ts";
import { changedCases } from "../../src/command/changed.ts";
import type { Case } from "../../src/model.ts";
import type { Contract } from "../../src/spec/contract.ts";

const clause = (id: string, text: string): Contract["clauses"][0] => ({
  id,
  keyword: "MUST",
  text,
  sha256: "",
});
const contract: Contract = {
  version: "1.0",
  clauses: [clause("MET-1", "It MUST."), clause("LOG-1", "It MUST.")],
  errors: [],
};
const caseOf = (id: string, clauses: string, title = "A sentence"): string =>
  `- { id: ${id}, title: ${title}, clauses: [${clauses}], steps: [{ run: {} }] }\n`;
/** Case files by name. */
type Files = Record<string, string>;
const files: Files = {
  "log/b.yaml": caseOf("log.b", "LOG-1, MET-1"),
  "metric/a.yaml": caseOf("metric.a", "MET-1") + caseOf("metric.c", "MET-1"),
};

const casesOf = (all: Files, page = contract): Case[] =>
  Object.entries(all).flatMap(([name, text]) =>
    casesIn(text, name, knownOf(page)).map((one) => ({ ...one, file: `cases/${name}` })),
  );

/** Returns the files of a last commit. */
const commit =
  (then: Files, { clauses }: Contract) =>
  (file: string): string => {
    if (file.endsWith("contract.json")) return JSON.stringify({ clauses, errors: [] });
    if (file.endsWith("lock.json")) return JSON.stringify(lockOf(casesOf(then)));
    const text = then[file.replace(/^cases\//, "")];
    if (text === undefined) throw new Error(`The commit has no ${file}.`);
    return text;
  };
const changed = (now: Files, then = files, page = contract) =>
  changedCases({ cases: casesOf(now, page), contract: page }, commit(then, contract)).map(({ id }) => id);

describe("--changed takes", () => {
  test("nothing when nothing changed", () => {
    expect(changed(files)).toEqual([]);
  });

  test("a case that is new or changed", () => {
    expect(changed(files, { "log/b.yaml": files["log/b.yaml"]! })).toEqual(["metric.a", "metric.c"]);
    const other = caseOf("metric.a", "MET-1", "Otherwise") + caseOf("metric.c", "MET-1");
    expect(changed({ ...files, "metric/a.yaml": other })).toEqual(["metric.a"]);
  });

  test("no case that only moved within its file", () => {
    const moved = `# A comment\n${caseOf("metric.c", "MET-1")}${caseOf("metric.a", "MET-1")}`;
    expect(changed({ ...files, "metric/a.yaml": moved })).toEqual([]);
  });

  test("every case of a clause whose text changed, or that is new", () => {
    const other = { ...contract, clauses: [contract.clauses[0]!, clause("LOG-1", "It MUST NOT.")] };
    expect(changed(files, files, other)).toEqual(["log.b"]);
    const more = { ...contract, clauses: [...contract.clauses, clause("MET-9", "x")] };
    const now = { ...files, "metric/a.yaml": caseOf("metric.a", "MET-9") };
    expect(changed(now, now, more)).toEqual(["metric.a"]);
  });
});

describe("--changed without a last commit", () => {
  afterEach(() => vi.unstubAllEnvs());
  test("is refused with the file and git's message", () => {
    vi.stubEnv("GIT_DIR", "/nowhere");
    expect(() => changedCases({ cases: casesOf(files), contract })).toThrow(
      /^cases\/cases\.lock\.json: --changed compares with the last commit, which cannot be read: fatal: /,
    );
  });
});
