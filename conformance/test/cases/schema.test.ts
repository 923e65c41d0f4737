import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Ajv, type ValidateFunction } from "ajv";
import { describe, expect, test } from "vitest";
import { scriptOf } from "../../src/cases/index.ts";
import { caseSchema } from "../../src/cases/schema.ts";
import { toJson } from "../../src/cases/yaml/node.ts";
import { readYaml } from "../../src/cases/yaml/read.ts";
import { toPlain } from "../../src/json/index.ts";
import { corpus, readOne, testFolder } from "./corpus.ts";

const ajv = new Ajv({ allErrors: true, strictTuples: false, strictRequired: false, allowUnionTypes: true });
const schemaOf = (name: string) =>
  JSON.parse(readFileSync(join(testFolder, `../schema/${name}.schema.json`), "utf8")) as object;
const validatorOf = (name: string): ValidateFunction => ajv.compile(schemaOf(name));
const fitsCase = validatorOf("case");

/** Faults that only the loader detects, not the schema. */
const beyondForm = new Set(
  `answer-of-a-run answer-of-nothing any-false broken-json broken-pattern clause-twice close-of-nothing
  close-without-tolerance durable-after-a-signal durable-of-a-server each-with-typo exit-signal-without-sig file-outside id-of-another-area id-twice kept-failure
  later-never-answered made-keys-without-list made-of-no-base64 made-without-bytes made-without-size matcher-in-argument message-without-fails metric-of-three no-base64
  one-write-to-a-pipe   outcome-must-be-said pairs-without-peer path-twice peer-without-pairs port-out-of-range query-without-path
  raw-beyond-bytes repeat-without-number request-without-expect row-lacks-value row-value-unused row-without-table
  two-bodies two-outcomes unknown-clause unknown-error-code unknown-made-value unknown-matcher unknown-placeholder
  unknown-type unknown-variable unknown-version until-before-its-clause variable-before-it-is-kept variable-name`.split(
    /\s+/,
  ),
);

describe("the schema of a case file", () => {
  test.each(corpus("valid"))("takes what the loader takes: %s", (name) => {
    const { source } = readOne(join(testFolder, "valid", `${name}.yaml`), dirname(name));
    fitsCase(toPlain(toJson(source.root!)));
    expect(fitsCase.errors ?? []).toEqual([]);
  });

  test.each(corpus("invalid"))("refuses what the loader refuses, if it is a matter of form: %s", (name) => {
    const { source, isData } = readOne(join(testFolder, "invalid", `${name}.yaml`), "metric");
    if (isData) expect(fitsCase(toPlain(toJson(source.root!)))).toBe(beyondForm.has(basename(name)));
  });

  test("takes the suite's own cases", () => {
    const own = globSync(join(testFolder, "../cases/*/*.yaml"));
    expect(own.length).toBeGreaterThan(50);
    for (const file of own) {
      fitsCase(toPlain(toJson(readYaml(readFileSync(file, "utf8"), file).root!)));
      expect(fitsCase.errors ?? [], file).toEqual([]);
    }
  });

  test("is the file that `botyard-conformance lock` writes", () => {
    expect(readFileSync(join(testFolder, "../schema/case.schema.json"), "utf8")).toBe(caseSchema());
  });
});

describe("the schema of a script", () => {
  test("accepts the scripts of all cases, but nothing with an expectation", () => {
    const fits = validatorOf("script");
    const cases = corpus("valid").flatMap(
      (name) => readOne(join(testFolder, "valid", `${name}.yaml`), dirname(name)).cases,
    );
    for (const step of cases.flatMap(({ steps }) => steps)) {
      fits(JSON.parse(scriptOf(step)));
      expect(fits.errors ?? []).toEqual([]);
    }
    expect(fits({ v: 1, ops: [{ id: "0", op: "metric", args: [], returns: 1 }] })).toBe(false);
  });
});

describe("the schema of a trace's line", () => {
  const fits = validatorOf("trace");

  test.each([
    { id: "2.0.1", begin: "state.get" },
    { id: "2.0.1", value: null },
    { id: "0", error: { code: null, message: "m", next: null, cause: null } },
    { id: "0", unsupported: true },
    { end: true },
  ])("fits %j", (line) => {
    expect(fits(line)).toBe(true);
  });

  test.each([
    { id: "2.0", value: 1 },
    { id: "0" },
    { id: "0", error: { code: "x" } },
    { id: "0", value: 1, begin: "metric" },
  ])("does not fit %j", (line) => {
    expect(fits(line)).toBe(false);
  });
});

describe("the schema of a report", () => {
  test("accepts a report of the runner", () => {
    const fits = validatorOf("results");
    const delivered = {
      testee: "node",
      peer: null,
      case: "metric.a",
      area: "metric",
      clauses: ["MET-1"],
      verdict: "fail",
    };
    const failures = [{ verdict: "fail", at: "exit", text: "expected 0, got 1" }];
    const header = {
      suite: "0.1.0",
      contract: "ab",
      cases: "cd",
      seed: 1,
      testees: [{ name: "node", language: "TypeScript", contract: "1.1", lacks: {} }],
    };
    const report = {
      v: 1,
      header,
      owed: 1,
      not_owed: [],
      not_run: [],
      verdicts: [{ ...delivered, failures, seconds: 0.1 }],
    };
    fits(report);
    expect(fits.errors ?? []).toEqual([]);
    expect(fits({ ...report, verdicts: [{ ...delivered, verdict: "skip", failures, seconds: 0 }] })).toBe(
      false,
    );
  });
});
