import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { BadInput } from "../../src/bad-input.ts";
import { encodeCase } from "../../src/cases/encode.ts";
import { loadCases } from "../../src/cases/index.ts";
import { corpus, readOne, testFolder } from "./corpus.ts";

describe("a valid case file", () => {
  test.each(corpus("valid"))("is read: %s", (name) => {
    const { source, cases } = readOne(join(testFolder, "valid", `${name}.yaml`), dirname(name));
    expect(source.problems).toEqual([]);
    const expanded = join(testFolder, "valid", `${name}.jsonl`);
    if (!existsSync(expanded)) return;
    const lines = cases.map((one) => encodeCase({ ...one, file: `valid/${name}.yaml` }));
    expect(lines).toEqual(readFileSync(expanded, "utf8").trimEnd().split("\n"));
  });

  test("is read as part of a folder", async () => {
    const { cases, hash } = await loadCases(join(testFolder, "valid"));
    expect(cases.map(({ id }) => id)).toContain("metric.table/number");
    expect(cases.find(({ id }) => id === "state.second-of-two")).toMatchObject({
      file: "valid/state/two-cases.yaml",
      line: 6,
      template: "state.second-of-two",
    });
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(corpus("valid").length).toBeGreaterThanOrEqual(20);
  });
});

describe("an invalid case file", () => {
  test.each(corpus("invalid"))("is refused with place and reason: %s", (name) => {
    const { source } = readOne(
      join(testFolder, "invalid", `${name}.yaml`),
      "metric",
      `${basename(name)}.yaml`,
    );
    const told = new BadInput(source.problems).message;
    expect(`${told}\n`).toBe(readFileSync(join(testFolder, "invalid", `${name}.txt`), "utf8"));
  });

  test("has at least 40 examples", () => {
    expect(corpus("invalid").length).toBeGreaterThanOrEqual(40);
  });
});
