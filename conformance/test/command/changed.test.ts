import { afterEach, describe, expect, test, vi } from "vitest";
import { encodeCase } from "../../src/cases/encode.ts";
import { changedCases } from "../../src/command/changed.ts";
import type { Case } from "../../src/model.ts";
import type { Contract } from "../../src/spec/contract.ts";
import { owed } from "../run/delivered.ts";

const clause = (id: string, text: string): Contract["clauses"][0] => ({
  id,
  keyword: "MUST",
  text,
  sha256: "",
});
const contract: Contract = {
  clauses: [clause("MET-1", "It MUST."), clause("LOG-1", "It MUST.")],
  errors: [],
};
const cases = [
  { ...owed("metric.a").case, clauses: ["MET-1"] },
  { ...owed("log.b").case, clauses: ["LOG-1", "MET-1"] },
];

/** Returns the files of a last commit. */
const commit =
  (then: Case[], { clauses }: Contract) =>
  (file: string) =>
    file.endsWith("contract.json")
      ? JSON.stringify({ clauses, errors: [] })
      : `{"v":1,"hash":"","files":{\n\n},"cases":[\n${then.map(encodeCase).join(",\n")}\n]}\n`;
const changed = (now: Case[], then = cases, page = contract) =>
  changedCases({ cases: now, contract: page }, commit(then, contract)).map(({ id }) => id);

describe("--changed takes", () => {
  test("nothing when nothing changed", () => {
    expect(changed(cases)).toEqual([]);
  });

  test("a case that is new or changed", () => {
    expect(changed(cases, cases.slice(1))).toEqual(["metric.a"]);
    expect(changed([cases[0]!, { ...cases[1]!, title: "Otherwise" }])).toEqual(["log.b"]);
  });

  test("no case that only moved within its file", () => {
    expect(changed([{ ...cases[0]!, line: 99 }, cases[1]!])).toEqual([]);
    expect(changed(cases.toReversed())).toEqual([]);
  });

  test("every case of a clause whose text changed, or that is new", () => {
    const other = { ...contract, clauses: [contract.clauses[0]!, clause("LOG-1", "It MUST NOT.")] };
    expect(changed(cases, cases, other)).toEqual(["log.b"]);
    expect(
      changed([{ ...cases[0]!, clauses: ["MET-9"] }], undefined, {
        ...contract,
        clauses: [...contract.clauses, clause("MET-9", "x")],
      }),
    ).toEqual(["metric.a"]);
  });
});

describe("--changed without a last commit", () => {
  afterEach(() => vi.unstubAllEnvs());
  test("is refused with the file and git's message", () => {
    vi.stubEnv("GIT_DIR", "/nowhere");
    expect(() => changedCases({ cases, contract })).toThrow(
      /^cases\/cases\.lock\.json: --changed compares with the last commit, which cannot be read: fatal: /,
    );
  });
});
