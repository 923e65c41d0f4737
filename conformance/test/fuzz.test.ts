import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { encodeCase } from "../src/cases/encode.ts";
import { loadCases, scriptOf as opsOf } from "../src/cases/index.ts";
import { fuzzCommand } from "../src/command/fuzz.ts";
import { caseOf } from "../src/fuzz/case.ts";
import { fuzz, scriptsOf } from "../src/fuzz/fuzz.ts";
import type { Item, Script } from "../src/fuzz/script.ts";
import { documentOf, noDocument } from "../src/fuzz/values.ts";
import { writtenCase } from "../src/fuzz/written.ts";
import { fromPlain, type Json, write } from "../src/json/index.ts";
import { errorTableOf } from "../src/judge/error-table.ts";
import type { Case, Testee } from "../src/model.ts";
import { runCase } from "../src/run/case.ts";
import { bundledContract } from "../src/spec/contract.ts";
import { loadTestee } from "../src/testee/index.ts";
import { buildNodeTestee, type Patch } from "../testees/node/build.ts";

const errors = errorTableOf(bundledContract());
const casesOf = (seed: number, count: number): Case[] =>
  [...scriptsOf({ seed, ops: 60 * count, opsPerScript: 60 })].map(([n, script]) =>
    caseOf(script, `${seed}-${n}`),
  );

describe("the scripts", () => {
  test("are the same for the same seed and differ for another", () => {
    const [once, again, other] = [casesOf(5, 20), casesOf(5, 20), casesOf(6, 20)].map((cases) =>
      cases.map(encodeCase),
    );
    expect(again).toEqual(once);
    expect(other!.filter((line) => once!.includes(line))).toEqual([]);
  });

  test("use every op that a bot may call, and make many of them fail", () => {
    const ops = new Set<string>();
    const codes = new Set<string | null>();
    for (const { steps } of casesOf(1, 150)) {
      for (const op of steps[0]!.ops.flatMap((one) => [one, ...one.lists.flatMap(({ ops }) => ops)])) {
        ops.add(op.op);
        if (op.outcome.kind === "fails") codes.add(op.outcome.code);
      }
    }
    const accessors = ["", "_string", "_number", "_integer", "_boolean", "_array", "_object"];
    expect([...ops].sort()).toEqual(
      [
        ...["input.parse", "metric", "log.debug", "log.info", "log.warn", "log.error", "result", "success"],
        ...["success_with_data", "error", "error_with_data", "state.get", "state.set", "state.delete"],
        ...["state.exists", "state.list", "state.clear", "query.handler", "query.run", "query.get_config"],
        ...[
          "request.path",
          "request.values",
          "return",
          "fail",
          ...accessors.map((type) => `request.get${type}`),
        ],
      ].sort(),
    );
    expect([...codes].sort()).toEqual([
      ...["input.config_not_object", "input.invalid_bot_config", "input.missing_bot_config"],
      ...["input.missing_bot_id", "log.invalid_data", "log.invalid_message", "metric.invalid_data"],
      ...["metric.invalid_type", null, "query.invalid_param", "result.in_query", "result.invalid_data"],
      ...["result.invalid_message", "state.corrupt", "state.invalid_key", "state.read_only"],
    ]);
  });

  test("are the same when written as case files and read back", async () => {
    const cases = casesOf(3, 40);
    const dir = folder();
    for (const one of cases) {
      mkdirSync(join(dir, one.area), { recursive: true });
      writeFileSync(join(dir, one.file), writtenCase(one));
    }
    const { cases: loaded } = await loadCases(dir);
    // The loader also adds the capabilities that ops need.
    const textOf = (one: Case) => write(fromPlain({ ...one, file: "", line: 0, needs: [] }), true);
    const read = new Map(loaded.map((one) => [one.id, textOf(one)]));
    expect(cases.filter((one) => read.get(one.id) !== textOf(one)).map(({ id }) => id)).toEqual([]);
  });
});

describe("a script needs the capabilities for passing its arguments, whatever the calls then do", () => {
  test.each<[string, string, Json[], string[]]>([
    ["a key that is no text, where nothing can be set", "state.set", [null, null], ["untyped-arguments"]],
    ["a key that is text, where nothing can be set", "state.set", ["a", null], []],
    ["data that is no object, after an invalid type", "metric", ["", null], ["untyped-data"]],
    ["neither text nor object", "metric", [null, null], ["untyped-arguments", "untyped-data"]],
    ["null as optional data", "log.info", ["a", null], ["untyped-data"]],
    ["no data", "log.info", ["a"], []],
    ["a report in a query", "success", [null], ["untyped-arguments"]],
    ["a message that contains NUL", "fail", ["a\0b"], ["nul-in-failures"]],
    ["no message", "fail", [], []],
  ])("%s", (_, op, args, needs) => {
    const ask = { path: "/", registered: true, method: "GET" as const, query: [], body: noDocument };
    const call = { op, args, as: null, uncaught: op === "fail" };
    const items: Item[] = [
      { do: "ask", ...ask },
      { do: "call", ...call },
    ];
    const script: Script = { kind: "query", id: "bot", config: documentOf(new Map()), items };
    expect(caseOf(script, "one").needs).toEqual(needs);
  });
});

describe("a broken SDK is found, and its script is shrunk to a few calls", () => {
  const state = "sdks/node/src/state.ts";
  // The seeds are chosen so that one of the first ten scripts finds the fault.
  test.each<[string, Patch, string, number]>([
    [
      "delete says so and removes nothing",
      { file: state, find: "isFile(path) && unlink(path)", replace: "isFile(path)" },
      "state.delete",
      1,
    ],
    [
      "clear forgets a key",
      { file: state, find: "of keysIn(directory)) unlink", replace: "of keysIn(directory).slice(1)) unlink" },
      "state.clear",
      1,
    ],
    [
      "list is in another order",
      { file: state, find: "return sortByBytes(keys)", replace: "return sortByBytes(keys).reverse()" },
      "state.list",
      1,
    ],
    [
      "an integer with a fraction of zero is refused as text",
      {
        file: "packages/core/src/query/accept.ts",
        find: "accepts(form) ? form",
        replace: 'accepts(form) && !(type === "integer" && value.includes(".")) ? form',
      },
      "request.get_integer",
      6,
    ],
  ])("%s", { timeout: 300_000 }, async (_, patch, about, seed) => {
    const right = await testeeOf([]);
    const broken = await testeeOf([patch]);
    const save = folder();
    const stop = new AbortController();
    const { findings } = await fuzz({
      ...{ testees: [broken, right], errors, seed, ops: 10 * 120, opsPerScript: 120, jobs: 1, save },
      ...{ stop: stop.signal, on: () => stop.abort() },
    });
    expect(findings).toHaveLength(1);
    const [finding] = findings;
    const calls = finding!.script.items.flatMap((item) => (item.do === "call" ? [item.op] : []));
    expect(calls).toContain(about);
    expect(calls.length).toBeLessThanOrEqual(3);
    expect(finding!.failures.get(right.name)).toEqual([]);
    const { cases } = await loadCases(save);
    expect(cases.map(({ id }) => id)).toEqual([finding!.case.id]);
    const failuresOf = async (testee: Testee) =>
      (await runCase({ case: cases[0]!, testee, peer: null }, { errors, scriptOf: opsOf })).failures;
    expect(await failuresOf(broken)).toEqual(finding!.failures.get(broken.name));
    expect(await failuresOf(right)).toEqual([]);
  });
});

describe("the command", () => {
  test("ends with 0 and prints the number of operations if all match the model", async () => {
    const { exit, said } = await commanded({ testee: ["node"], ops: 300, seed: 4 });
    expect(said.at(0)).toBe("At least 300 operations for each of node; seed 4");
    expect(said.at(-2)).toMatch(
      /^node: \d+ operations in \d+ scripts; \d+ operations per second of process time$/,
    );
    expect(said.at(-1)).toBe("0 disagreements");
    expect(exit).toBe(0);
  });

  test("ends with 1 and prints the shrunk script and the differing testee if one differs", async () => {
    const silent = join(import.meta.dirname, "testees/null-silent-0");
    const { exit, said } = await commanded({ testee: ["node", silent], ops: 20, seed: 4 });
    const lines = said.at(1)!.split("\n");
    expect(lines.slice(0, 3)).toEqual([
      "script 0: a difference in a run without calls",
      '  null-silent-0: trace: the script was not run to its end: {"end":true} is missing',
      "  node: matches the model",
    ]);
    expect(said.at(1)).toContain('"clauses": [');
    expect(said.at(-1)).toBe("1 disagreement");
    expect(exit).toBe(1);
  });
});

test("the command says which scripts were left out, and the capability that is missing", async () => {
  const folderOfIt = folder();
  writeFileSync(
    join(folderOfIt, "testee.yaml"),
    'name: typed\nlanguage: none\nstart: ["true"]\nlacks: { untyped-arguments: it is typed, untyped-data: it is typed }\n',
  );
  const { said } = await commanded({ testee: [folderOfIt], ops: 5000, seed: 4 });
  expect(said.join("\n")).toMatch(
    /\n {2}left out: \d{3,4} operations in \d scripts \(lacks untyped-arguments \d, untyped-data \d\)\n {2}left out: \d+ scripts, because enough others differed\n/,
  );
});

test("a testee that ran no operation does not pass", async () => {
  const { exit, said } = await commanded({ testee: ["node"], ops: 0, seed: 4 });
  expect(said.slice(1)).toEqual([
    "node: 0 operations in 0 scripts; 0 operations per second of process time",
    "0 disagreements",
    "not fuzzed, because no operation was run: node",
  ]);
  expect(exit).toBe(1);
});

async function commanded(request: { testee: string[]; ops: number; seed: number }) {
  const said: string[] = [];
  const all = { ...request, jobs: 1, build: true };
  const exit = await fuzzCommand(all, new AbortController().signal, (text) => said.push(text));
  return { exit, said };
}

/** Returns the Node SDK with a patch as a testee. */
async function testeeOf(patch: Patch[]): Promise<Testee> {
  const outfile = join(folder(), "adapter.cjs");
  await buildNodeTestee({ outfile, patch });
  const node = loadTestee("node");
  return {
    ...node,
    name: patch.length > 0 ? "broken" : "right",
    limit: 60,
    start: [node.start[0]!, outfile],
  };
}

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), "fuzz-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  return dir;
}
