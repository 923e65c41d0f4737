import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { whyNotBuilt } from "../../packages/repo/src/run/languages.ts";
import { ops as formatOps } from "../src/cases/vocabulary.ts";
import { compareVersions } from "../src/spec/index.ts";
import { testQueries } from "./adapters/queries.ts";
import {
  buildTestee,
  type Described,
  describeTestee,
  runStep,
  type Started,
  type Written,
} from "./testees/start.ts";

const adapters = [
  { name: "cpp", source: "src" },
  { name: "csharp", source: "." },
  { name: "haskell", source: "src" },
  { name: "node", source: "adapter.mjs" },
  { name: "python", source: "adapter.py" },
  { name: "rust", source: "src" },
  { name: "scala", source: "." },
];
/** Languages without static types; declarations and conversions take more lines in the others. */
const dynamic = /\.(?:js|mjs|lua|php|pl|py|rb)$/;

test("every testee has its adapter tested here", () => {
  const folders = readdirSync(join(import.meta.dirname, "../testees"), { withFileTypes: true });
  const names = folders.filter((entry) => entry.isDirectory() && entry.name !== "node_modules");
  expect(names.map(({ name }) => name).sort()).toEqual(adapters.map(({ name }) => name));
});

// The last test looks at what the others called, so that they run in this order also when files are shuffled.
describe("the adapters", { shuffle: false }, () => {
  describe.each(adapters)("the adapter of $name", adapterTests);
});

function adapterTests({ name, source }: (typeof adapters)[number]) {
  let testee: Described;
  let lacking: string | undefined;
  const called = new Set<string>();

  beforeAll(async () => {
    testee = describeTestee(`testees/${name}`);
    lacking = await whyNotBuilt(name);
    if (lacking === undefined) buildTestee(testee);
    // Other compilers may use all processors at the same time.
  }, 1_200_000);
  beforeEach(({ skip }) => skip(lacking !== undefined, lacking));

  const can = (capability: string): boolean => !(capability in testee.lacks);
  const keeps = (version: string): boolean => compareVersions(version, testee.contract) <= 0;

  async function run(ops: Written[], env?: Record<string, string>) {
    const step = await runStep(testee, ops, env);
    count(step);
    return step;
  }

  function count({ trace }: Started): void {
    for (const { begin } of trace) if (begin) called.add(begin);
  }

  const most = dynamic.test(source) ? 200 : 450;
  test(`has at most ${most} lines`, () => {
    const path = join(testee.folder, source);
    const code = (file: string) => /\.(?:[ch]pp|cs|hs|rs|scala)$/.test(file);
    const inFolder = () =>
      readdirSync(path)
        .filter(code)
        .map((file) => join(path, file));
    const files = statSync(path).isDirectory() ? inFolder() : [path];
    const text = files.map((file) => readFileSync(file, "utf8")).join("");
    expect(text.split("\n").filter((line) => line.trim() !== "").length).toBeLessThanOrEqual(most);
  });

  test("calls the SDK and notes what came of it", async () => {
    const step = await run(
      [
        { call: ["input.parse"], as: "input" },
        ["metric", "price", { v: { $var: "input" }, "": { $literal: { $var: "input" } } }],
        ["log.debug", "d"],
        ["log.info", "i", { n: 1 }],
        ["log.warn", "w", null],
        ["log.error", "e"],
        ["metric", "", {}],
        ["state.get", "k"],
        ["state.get", "k", [1, 0.5]],
        ["state.set", "k", { constructor: 1e300 }],
        ["state.get", "k"],
        ["state.exists", "k"],
        ["state.list"],
        ["state.delete", "k"],
        ["state.clear"],
        { call: ["query.get_config"], as: "config" },
        can("changes-values") ? ["change", "config", ["deep", 1], "changed"] : ["state.list"],
        can("data-argument") ? ["success", "m", { $var: "config" }] : ["success", "m"],
        ["success_with_data", "m", null],
        ["result", { $var: "config" }],
      ],
      { BOT_CONFIG: '{"deep":[0,1],"__proto__":{"a":2}}' },
    );
    const config = JSON.parse('{"deep":[0,1],"__proto__":{"a":2}}');
    expect(step.code).toBe(0);
    expect(step.outcomes("1")).toEqual([{ value: { id: "bot-1", config } }]);
    expect(step.lines("stdout")).toEqual([
      expect.objectContaining({
        _metric: "price",
        data: { v: { id: "bot-1", config }, "": { $var: "input" } },
      }),
    ]);
    expect(step.lines("stderr").map(({ level, message, data }) => [level, message, data])).toEqual([
      ["debug", "d", undefined],
      ["info", "i", { n: 1 }],
      ["warn", "w", undefined],
      ["error", "e", undefined],
    ]);
    const [{ error } = {}] = step.outcomes("7");
    expect(error).toEqual({
      code: "metric.invalid_type",
      message: 'a metric type must be a non-empty string, got ""',
      next: 'Name the metric, for example metric("price", …).',
      cause: null,
    });
    const values = step.trace.flatMap(({ id, value }) =>
      Number(id) > 7 && value !== undefined ? [value] : [],
    );
    const kept = { constructor: 1e300 };
    expect(values.slice(0, 8)).toEqual([null, [1, 0.5], null, kept, true, ["k"], true, null]);
    expect(step.outcomes("16")).toEqual([{ value: config }]);
    if (can("changes-values")) config.deep[1] = "changed";
    expect(JSON.parse(step.text("out/result.json")!)).toEqual(config);
    expect(step.trace.at(-1)).toEqual({ end: true });
    expect(step.trace.map(({ id }) => id).slice(0, 4)).toEqual(["1", "1", "2", "2"]);
  });

  test("notes the cause of an error, and failures that are not the SDK's", async () => {
    const fails: Written = can("changes-directory") ? ["chdir", "nowhere"] : ["fail", "oh"];
    const step = await run([["input.parse"], fails], { BOT_CONFIG: "{" });
    const [{ error } = {}] = step.outcomes("1");
    expect(error).toMatchObject({ code: "input.invalid_bot_config", cause: expect.stringMatching(/1/) });
    expect(step.outcomes("2")).toMatchObject([
      { error: { code: null, message: expect.any(String), next: null } },
    ]);
  });

  test("writes, moves, closes and waits as bot code does", async () => {
    const step = await run([
      ["print", "out\n"],
      ["eprint", "err"],
      can("sets-environment") ? ["environment.set", "STATE_DIR", "elsewhere"] : ["state.list"],
      can("changes-directory") ? ["chdir", "../out"] : ["state.list"],
      ["state.set", "k", 1],
      can("sets-environment") ? ["environment.set", "STATE_DIR", null] : ["state.delete", "k"],
      ["state.get", "k"],
      [
        "background",
        [
          ["wait_for", "go"],
          ["touch", "went"],
        ],
      ],
      ["touch", "go"],
      ["repeat", 2, [["log.info", "again"]]],
      can("exit-hooks") ? ["at_exit", [["touch", "bye"]]] : ["touch", "bye"],
      ["close", "stdout"],
      ["metric", "m", {}],
    ]);
    expect(step.code).toBe(0);
    expect(step.text("stdout")).toBe("out\n");
    expect(step.text("stderr")).toMatch(/^err\{.*"again"\}\n\{.*"again"\}\n$/);
    if (can("sets-environment")) expect(step.text("out/elsewhere/k.json")).toBe("1");
    expect(step.files).toEqual(["bye", "go", "went"]);
    expect(step.outcomes("10.1.1")).toEqual([{ value: null }, { value: null }]);
    expect(step.outcomes("13")).toMatchObject([{ error: { code: "metric.write_failed" } }]);
    expect(step.trace.at(-1)).toEqual({ end: true });
  });

  test("uses the language's try, catch and finally", async () => {
    const fail: Written = { call: ["fail", "oh"], uncaught: true };
    const step = await run([
      ["fail"],
      ["guarded", [fail, ["touch", "not"]], [["touch", "caught"]], [["touch", "last"]]],
      ["guarded", [["touch", "tried"]], [["touch", "not"]]],
      [
        "parallel",
        [
          ["touch", "one"],
          ["wait_for", "two"],
        ],
        [
          ["wait_for", "one"],
          ["touch", "two"],
        ],
      ],
      { call: ["parallel", [fail], [["touch", "three"]]], uncaught: true },
      ["touch", "not"],
    ]);
    expect(step.files).toEqual(["caught", "last", "one", "three", "tried", "two"]);
    expect(step.outcomes("2.1.1")).toEqual([
      { error: { code: null, message: "oh", next: null, cause: null } },
    ]);
    expect(step.outcomes("2")).toEqual([{ value: null }]);
    expect(step.outcomes("5")).toMatchObject([{ error: { message: "oh" } }]);
    expect(step.code).not.toBe(0);
    expect(step.trace.at(-1)?.end).toBeUndefined();
  });

  test("notes a failure that leaves an inner list for the outer op too", async () => {
    const fail: Written = { call: ["fail", "oh"], uncaught: true };
    const step = await run([
      ["repeat", 3, [["touch", "first"], fail, ["touch", "not"]]],
      ["guarded", [fail], [{ call: ["fail", "again"], uncaught: true }], [["touch", "last"]]],
      ["guarded", [fail], [["touch", "caught"]]],
      ["parallel", [["touch", "one"]], [fail]],
    ]);
    const messages = ["1", "2", "3", "4"].map((id) => step.outcomes(id).map(({ error }) => error?.message));
    expect(messages).toEqual([["oh"], ["again"], [undefined], ["oh"]]);
    expect([step.code, step.files]).toEqual([0, ["caught", "first", "last", "one"]]);
    expect(step.trace.at(-1)).toEqual({ end: true });
  });

  test("answers from inside a block: the blocks note nothing more, and the final ops run", async () => {
    const inner: Written = ["guarded", [["return", "found"]], [["touch", "not"]], [["touch", "last"]]];
    const ops: Written[] = [
      ["repeat", 2, [inner, ["touch", "not"]]],
      ["touch", "not"],
    ];
    const step = await run([["query.handler", "/q", ops], ["query.run"]], { QUERY_PATH: "/q" });
    expect(JSON.parse(step.text("out/result.json")!)).toEqual({ status: "ok", data: "found" });
    expect([step.outcomes("1.1.1"), step.outcomes("1.1.1.1.1"), step.files]).toEqual([[], [], ["last"]]);
  });

  test("notes nothing after a call that ends the process", async () => {
    for (const [end, code] of [
      ["error", 1],
      ["error_with_data", 1],
      ["exit", 7],
    ] as const) {
      const args = { error: ["m"], error_with_data: ["m", 1], exit: [7] }[end];
      const hooks: Written[] = can("exit-hooks") ? [["at_exit", [["touch", "bye"]]]] : [];
      const step = await run([...hooks, ["guarded", [[end, ...args]], [], [["touch", "last"]]]]);
      // An exception that ends the process can be caught like any other.
      const unwinds = end === "exit" && can("unwinding-exit");
      const files = end === "exit" ? [...hooks.map(() => "bye"), ...(unwinds ? ["last"] : [])] : [];
      expect([end, step.code, step.files]).toEqual([end, unwinds ? 0 : code, files]);
    }
  });

  test("refuses an unknown op", async () => {
    const step = await run([["state.vacuum"], ["touch", "not"]]);
    // A language that dispatches and calls in one expression knows only after its line `begin`.
    const trace = step.trace.filter(({ begin }) => begin !== "state.vacuum");
    expect([step.code, trace, step.files]).toEqual([64, [{ id: "1", unsupported: true }], []]);
  });

  testQueries({ can, run, count, testee: () => testee });

  test("reads values as the types of its language, and notes their JSON form", async ({ skip }) => {
    skip(!keeps("1.1"), "it keeps an older version");
    const position = { symbol: "x", qty: 5, direction: "up", legs: [{ price: 1.5, size: 2 }] };
    const whole = { ...position, stop: null };
    const read = await run(
      [
        ["input.parse_as", "position"],
        ["state.set", "k", position],
        ["state.get_as", "k", "position"],
        ["state.get_as", "absent", "integer", 7],
        ["state.get_as", "k", "direction"],
        ...(can("narrow-integers") ? [["state.get_as", "absent", "byte", 1] as Written] : []),
      ],
      { BOT_ID: "b", BOT_CONFIG: JSON.stringify(position) },
    );
    expect(read.outcomes("1")).toEqual([{ value: { id: "b", config: whole } }]);
    expect(read.outcomes("3")).toEqual([{ value: whole }]);
    expect(read.outcomes("4")).toEqual([{ value: 7 }]);
    expect(read.outcomes("5")).toMatchObject([{ error: { code: "state.wrong_type" } }]);
    const asked = await run(
      [
        [
          "query.handler",
          "/q",
          [{ call: ["request.params_as", "position"], as: "p" }, ["return", { $var: "p" }]],
        ],
        ["query.run"],
      ],
      { QUERY_PATH: "/q", QUERY_PARAMS: JSON.stringify({ ...position, qty: "5" }) },
    );
    expect(JSON.parse(asked.text("out/result.json")!)).toEqual({ status: "ok", data: whole });
  });

  test("waits for the request to stop, and installs a handler of its own", async ({ skip }) => {
    skip(!keeps("1.1"), "it keeps an older version");
    const handler: Written[] = can("handles-signals") ? [["on_term", [["touch", "own"]]]] : [];
    const step = await run([...handler, ["stop.requested"], ["stop.wait", 0.01]]);
    const first = handler.length + 1;
    expect(step.outcomes(String(first))).toEqual([{ value: false }]);
    expect(step.outcomes(String(first + 1))).toEqual([{ value: false }]);
    expect([step.code, step.files]).toEqual([0, []]);
  });

  test("raises a failure again that names the first one as its cause", async ({ skip }) => {
    skip(!keeps("1.1") || !can("wraps-failures"), "no case of the version that it keeps needs this");
    const fail: Written = { call: ["fail", "inner"], uncaught: true };
    const step = await run([
      ["wrapped", "outer", [["touch", "first"], fail, ["touch", "not"]]],
      ["wrapped", "none", [["touch", "second"]]],
    ]);
    expect(step.outcomes("1")).toEqual([
      { error: { code: null, message: "outer", next: null, cause: "inner" } },
    ]);
    expect(step.outcomes("2")).toEqual([{ value: null }]);
    expect([step.code, step.files]).toEqual([0, ["first", "second"]]);
  });

  test("is tested here with every op of the format that it owes", () => {
    const owed = Object.entries(formatOps).filter(
      ([, { needs, since = "1.0" }]) => keeps(since) && (needs === undefined || !(needs in testee.lacks)),
    );
    expect(owed.map(([op]) => op).filter((op) => !called.has(op))).toEqual([]);
  });
}
