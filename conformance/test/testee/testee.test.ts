import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv } from "ajv";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { toJson } from "../../src/cases/yaml/node.ts";
import { readYaml } from "../../src/cases/yaml/read.ts";
import { toPlain } from "../../src/json/index.ts";
import { loadTestee, ownTestees } from "../../src/testee/index.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "testee-"));
});
afterEach(() => rmSync(dir, { recursive: true }));

const put = (name: string, text: string): void => writeFileSync(join(dir, name), text);
const small = "name: perl\nlanguage: Perl\nstart: [perl, adapter.pl]\n";
const cases = new Set(["metric.a", "metric.b/row"]);

function refusal(text: string, known?: string): string {
  put("testee.yaml", text);
  if (known !== undefined) put("known.yaml", known);
  try {
    loadTestee(dir, { cases });
  } catch (error) {
    return String(error).replaceAll(`${dir}/`, "").replace("BadInput: ", "");
  }
  return "accepted";
}

describe("a testee", () => {
  test("needs a name, a language and a start, and has defaults for the rest", () => {
    put("testee.yaml", small);
    expect(loadTestee(dir)).toEqual({
      ...{
        name: "perl",
        language: "Perl",
        contract: "1.1",
        dir,
        build: [],
        start: ["perl", "adapter.pl"],
        env: {},
        limit: 10,
      },
      ...{ leaves: {}, lacks: {}, knownFailures: [] },
    });
  });

  test("may keep an older version of the contract", () => {
    put("testee.yaml", `${small}contract: "1.0"\n`);
    expect(loadTestee(dir).contract).toBe("1.0");
    expect(refusal(`${small}contract: "1.2"\n`)).toMatch(
      /^testee\.yaml:4:1: there is no version 1\.2 of the contract: /,
    );
  });

  test("may name what its runtime leaves in TMPDIR, each with a reason", () => {
    put("testee.yaml", `${small}leaves: { hsperfdata_*: the JVM keeps its counters there }\n`);
    expect(loadTestee(dir).leaves).toEqual({ "hsperfdata_*": "the JVM keeps its counters there" });
    expect(refusal(`${small}leaves: { cache: "" }\n`)).toBe(
      "testee.yaml:4:18: give the reason why it leaves cache",
    );
    for (const name of ["*", "a/b", "**"])
      expect(refusal(`${small}leaves: { "${name}": all }\n`)).toContain(
        `leaves lists names of entries of TMPDIR, such as cache-*, not ${name}`,
      );
  });

  test("may describe the failure that the op fail raises", () => {
    put("testee.yaml", `${small}fails: { type: Error, file: "\${testee}/adapter.pl", line: die }\n`);
    expect(loadTestee(dir).fails).toEqual({ type: "Error", file: join(dir, "adapter.pl"), line: "die" });
    expect(refusal(`${small}fails: { type: Error, file: adapter.pl }\n`)).toContain("line");
    expect(refusal(`${small}fails: { type: Error, file: adapter.pl, line: die, column: x }\n`)).toContain(
      "column",
    );
  });

  test("has a one-word name, commands that begin with a program, and readable files", () => {
    expect(refusal('name: ""\nlanguage: Perl\nstart: [perl]\n')).toBe(
      "testee.yaml:1:1: a testee's name must be one word",
    );
    expect(refusal('name: perl\nlanguage: Perl\nstart: [""]\n')).toBe(
      "testee.yaml:3:9: start must begin with the name of a command",
    );
    expect(refusal(`${small}build: [[make, "a\\0b"]]\n`)).toBe(
      "testee.yaml:4:16: a word of a command cannot contain U+0000",
    );
    expect(refusal(`${small}env: { "A=B": x, C: "a\\0b" }\n`)).toBe(
      'testee.yaml:4:8: "A=B" is not a valid variable name\n' +
        "testee.yaml:4:21: the variable C contains U+0000, which is not allowed",
    );
    mkdirSync(join(dir, "folder"));
    expect(refusal(`${small}known_failures: folder\n`)).toBe("folder: it is not a regular file");
    writeFileSync(join(dir, "known.yaml"), new Uint8Array([0xff]));
    expect(refusal(`${small}known_failures: known.yaml\n`)).toBe("known.yaml: the file is not UTF-8");
  });

  test("gets its folder and the runner's Node and Python filled in", () => {
    put(
      "testee.yaml",
      `${small.replace("[perl, adapter.pl]", `[python, -m, "\${testee}/adapter", node]`)}build: [[node, build.ts]]\nenv: { LIB: "\${testee}/lib:\${testee}" }\nlimit: 2.5\n`,
    );
    const testee = loadTestee(join(dir, "testee.yaml"), { python: "/opt/python3", node: "/opt/node" });
    expect(testee.start).toEqual(["/opt/python3", "-m", `${dir}/adapter`, "node"]);
    expect(testee.build).toEqual([["/opt/node", "build.ts"]]);
    expect(testee.env).toEqual({ LIB: `${dir}/lib:${dir}` });
    expect(testee.limit).toBe(2.5);
    expect(loadTestee(dir).build[0]![0]).toBe(process.execPath);
  });

  test("of the suite is found by its name, and all of them can be read", () => {
    expect(ownTestees()).toEqual(expect.arrayContaining(["node", "python"]));
    for (const name of ownTestees()) expect(loadTestee(name).name).toBe(name);
    expect(() => loadTestee("pyton")).toThrow("pyton: there is no testee of this name: did you mean python?");
    expect(() => loadTestee(join(dir, "nowhere"))).toThrow("nowhere: no such file; name a testee.yaml");
  });

  test.each([
    [
      "a key that is not known",
      `${small}limits: 3\n`,
      "testee.yaml:4:1: a testee has no key limits: did you mean limit?",
    ],
    ["no start", "name: x\nlanguage: X\n", "testee.yaml:1:1: a testee needs the key start"],
    [
      "a start that is no list",
      small.replace("[perl, adapter.pl]", "perl"),
      'testee.yaml:3:8: start must be a list, not the string "perl"',
    ],
    [
      "a command without words",
      `${small}build: [[]]\n`,
      "testee.yaml:4:9: a command of build is empty; write a command such as [node, adapter.mjs]",
    ],
    [
      "a word that is a number",
      `${small}build: [[sleep, 5]]\n`,
      "testee.yaml:4:17: each word of a command of build must be a string, not the number 5; quote it",
    ],
    [
      "an unknown placeholder",
      `${small}build: [[node, "\${dir}/x"]]\n`,
      `testee.yaml:4:16: unknown placeholder \${dir}; only \${testee}, the testee's folder, is available`,
    ],
    [
      "a limit that is none",
      `${small}limit: 0\n`,
      "testee.yaml:4:1: limit must be a number of seconds above 0 and at most 600",
    ],
    [
      "an unknown capability",
      `${small}lacks: { thread: none }\n`,
      "testee.yaml:4:10: there is no capability thread: did you mean threads?",
    ],
    [
      "a lack without a reason",
      `${small}lacks: { threads: "" }\n`,
      "testee.yaml:4:19: give the reason why it lacks threads",
    ],
    [
      "an implicit type",
      `${small}env: { DEBUG: no }\n`,
      "testee.yaml:4:15: no is not text to every YAML parser; quote it",
    ],
    [
      "a list that is not there",
      `${small}known_failures: gone.yaml\n`,
      "testee.yaml:4:1: there is no file gone.yaml in the testee's folder; an empty list is []",
    ],
  ])("is refused for %s", (_, text, told) => {
    expect(refusal(text)).toBe(told);
  });
});

describe("known failures", () => {
  const listing = `${small}known_failures: known.yaml\n`;
  const entry = (id: string): string =>
    `- case: ${id}\n  fails: "exit: expected 0, got 1"\n  reason: it does\n  since: "2026-11-20"\n`;

  test("are read with their lines", () => {
    put("testee.yaml", listing);
    put("known.yaml", entry("metric.a") + entry("metric.b/row"));
    const [first, second] = loadTestee(dir, { cases }).knownFailures;
    expect(first).toEqual({
      case: "metric.a",
      fails: "exit: expected 0, got 1",
      reason: "it does",
      since: "2026-11-20",
      line: 1,
    });
    expect(second?.line).toBe(5);
  });

  test.each([
    [
      "a case that there is not",
      entry("metric.c"),
      "known.yaml:1:3: there is no case metric.c: did you mean metric.a?",
    ],
    [
      "a case that is listed already",
      entry("metric.a") + entry("metric.a"),
      "known.yaml:5:3: metric.a is listed twice; it is already in line 1",
    ],
    [
      "an entry without a reason",
      entry("metric.a").replace("it does", '" "'),
      "known.yaml:3:3: reason is empty",
    ],
    [
      "an entry without a failure",
      entry("metric.a").replace(/ {2}fails.*\n/, ""),
      "known.yaml:1:3: a known failure needs the key fails",
    ],
    [
      "a day that there is not",
      entry("metric.a").replace("11-20", "02-30"),
      'known.yaml:4:3: since must be a date such as "2026-11-20", not 2026-02-30',
    ],
    [
      "a day without quotes",
      entry("metric.a").replaceAll('"2026-11-20"', "2026-11-20"),
      "known.yaml:4:10: 2026-11-20 is not a JSON number, but some YAML parsers read it as something other than text; quote it",
    ],
    [
      "a pattern of cases",
      entry('"metric.*"'),
      "known.yaml:1:3: there is no case metric.*: did you mean metric.a?",
    ],
    ["something else than a list", "{}\n", "known.yaml:1:1: known failures must be a list: - case: …"],
  ])("are refused for %s", (_, known, told) => {
    expect(refusal(listing, known)).toBe(told);
  });
});

describe("the schemas of a testee and of known failures", () => {
  const ajv = new Ajv();
  const fits = (name: string, text: string): boolean => {
    const file = join(import.meta.dirname, `../../schema/${name}.schema.json`);
    return ajv.validate(JSON.parse(readFileSync(file, "utf8")), toPlain(toJson(readYaml(text, name).root!)));
  };

  test("take what the loader takes and refuse what it refuses", () => {
    expect(fits("testee", `${small}lacks: { threads: none }\nlimit: 3\nbuild: [[make]]\n`)).toBe(true);
    for (const name of ownTestees()) {
      expect(
        fits("testee", readFileSync(join(import.meta.dirname, `../../testees/${name}/testee.yaml`), "utf8")),
      ).toBe(true);
    }
    for (const more of [
      "limits: 3",
      "limit: 0",
      "lacks: { thread: none }",
      'lacks: { threads: "" }',
      "build: [[]]",
      "env: { A=B: x }",
    ]) {
      expect([more, fits("testee", `${small}${more}\n`)]).toEqual([more, false]);
    }
    const known = '- { case: a.b, fails: x, reason: y, since: "2026-11-20" }';
    expect(fits("known-failures", known)).toBe(true);
    for (const [from, to] of [
      ["since", "date"],
      ["fails: x, ", ""],
      ['"2026-11-20"', "today"],
    ]) {
      expect(fits("known-failures", known.replace(from!, to!))).toBe(false);
    }
  });
});
