import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { programOf } from "../../src/program.ts";
import { cases, quiet, Workplace } from "./workplace.ts";

/** Parses a command line: returns what was called with which options, or why it was refused. */
async function given(...words: string[]) {
  const commands = Object.fromEntries(
    ["run", "lock", "pin", "fuzz", "mutants"].map((name) => [name, vi.fn(async () => 0)]),
  ) as never as Parameters<typeof programOf>[1];
  const said: string[] = [];
  const program = programOf("1.2.3", commands, () => {});
  for (const command of [program, ...program.commands]) {
    command.configureOutput({ writeErr: (text) => said.push(text), writeOut: (text) => said.push(text) });
  }
  const code = await program.parseAsync(words, { from: "user" }).then(
    () => 0,
    (error: { exitCode: number }) => error.exitCode,
  );
  const called = Object.entries(commands).flatMap(([name, fn]) =>
    vi.mocked(fn).mock.calls.map((all: unknown[]) => [name, all[0]]),
  );
  return { code, said: said.join(""), called };
}

describe("the command line", () => {
  test("without arguments runs everything, and builds first", async () => {
    expect((await given()).called).toEqual([
      ["run", { testee: [], area: [], case: [], only: [], build: true }],
    ]);
  });

  test("collects repeatable options, and parses numbers", async () => {
    const words =
      "--testee node --testee ./perl --area log --case a.b --case a.c --only node --jobs 3 --seed 0 --no-build --changed";
    expect((await given(...words.split(" "))).called).toEqual([
      [
        "run",
        {
          ...{ testee: ["node", "./perl"], area: ["log"], case: ["a.b", "a.c"], only: ["node"] },
          ...{ jobs: 3, seed: 0, build: false, changed: true },
        },
      ],
    ]);
  });

  test("passes the options after a command to the command", async () => {
    expect((await given("fuzz", "--testee", "node", "--ops", "9")).called).toEqual([
      ["fuzz", { testee: ["node"], ops: 9, build: true }],
    ]);
    expect((await given("pin", "MET-1", "MET-2")).called).toEqual([["pin", ["MET-1", "MET-2"]]]);
  });

  test.each([
    ["--jobs no", /option '--jobs <n>' argument 'no' is invalid\. It must be a whole number/],
    ["--jobs -1", /'-1' is invalid\. It must be a whole number/],
    ["--seed 1.5", /'1\.5' is invalid\. It must be a whole number/],
    ["--cases", /option '--cases <folder>' argument missing/],
    ["--aera log", /unknown option '--aera'[\s\S]*Did you mean --area\?/],
    ["pin", /missing required argument 'clauses'/],
    ["fuzz --ops many", /'many' is invalid\. It must be a whole number/],
    ["--json ", /option '--json <file>' argument '' is invalid\. It must not be empty/],
    ["--case ", /option '--case <id>' argument '' is invalid\. It must not be empty/],
    ["--list --explain a.b", /option '--explain <case>' cannot be used with option '--list'/],
    ["--list --json F", /option '--list' cannot be used with option '--json <file>'/],
    ["mutants --quick --full", /option '--quick' cannot be used with option '--full'/],
    ["mutants --quick --mutant a", /option '--quick' cannot be used with option '--mutant <id>'/],
    ["mutants --full --json F", /option '--json <file>' cannot be used with option '--full'/],
    ["lock all", /too many arguments for 'lock'/],
  ])("refuses %s with a sentence, and calls nothing", async (words, sentence) => {
    const { code, said, called } = await given(...words.split(" "));
    expect(said).toMatch(sentence);
    expect([code, called]).toEqual([1, []]);
  });
});

const here = new Workplace({ ...quiet, ...cases });

test("the program exits with 0 for success, 1 for a failure and 2 for invalid input", {
  timeout: 300_000,
}, () => {
  const main = join(import.meta.dirname, "../../src/main.ts");
  const small = ["--testee", here.path("quiet"), "--cases", here.path("cases"), "--seed", "1"];
  const program = (...words: string[]) => {
    const env = { PYTHON: "python3", ...process.env };
    const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...small, ...words], {
      encoding: "utf8",
      env,
    });
    return { status, stdout, stderr };
  };
  expect(program("--area", "log")).toMatchObject({ status: 0, stderr: "" });
  expect(program("--area", "metric")).toMatchObject({ status: 1, stderr: "" });
  const refused = program("--area", "nothing");
  expect(refused).toMatchObject({ status: 2, stdout: "" });
  expect(refused.stderr).toMatch(/^botyard-conformance: there is no area nothing; .*\n$/);
});

const main = join(import.meta.dirname, "../../src/main.ts");
const patiently = { timeout: 120_000 };

/** Starts the program with this folder's cases, in its own process group. */
const started = (...words: string[]): ChildProcess =>
  spawn(process.execPath, [main, "--cases", here.path("cases"), "--seed", "1", ...words], {
    env: { PYTHON: "python3", ...process.env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });

test("a reader that closes the pipe early does not stop the run", {
  timeout: 300_000,
}, async () => {
  const report = here.path("unread.json");
  const program = started("--testee", here.path("quiet"), "--area", "metric", "--json", report);
  program.stdout?.destroy();
  let said = "";
  program.stderr?.on("data", (text) => {
    said += text;
  });
  expect([await once(program, "close"), said]).toEqual([[1, null], ""]);
  expect(JSON.parse(readFileSync(report, "utf8")).footer).toMatchObject({ pass: 1, fail: 2 });
});

test("one Ctrl-C, which arrives twice, ends a build with its children, and the owed verdicts are reported", {
  timeout: 300_000,
}, async () => {
  here.put("slow/testee.yaml", "name: slow\nlanguage: none\nstart: [sh]\nbuild: [[sh, build.sh]]\n");
  here.put("slow/build.sh", "sleep 1000 & echo $! > pid; wait\n");
  const program = started("--testee", here.path("slow"), "--case", "log.silence");
  let said = "";
  program.stdout?.on("data", (text) => {
    said += text;
  });
  const pid = here.path("slow/pid");
  await vi.waitUntil(() => existsSync(pid) && readFileSync(pid, "utf8").endsWith("\n"), patiently);
  program.kill("SIGINT");
  program.kill("SIGINT");
  expect(await once(program, "close")).toEqual([1, null]);
  expect(said).toContain("slow: 1 owed, 1 not-run\n");
  await vi.waitUntil(() => !existsSync(`/proc/${readFileSync(pid, "utf8").trim()}/cwd`), patiently);
});

test("an unwritable standard output is reported in one sentence", { timeout: 300_000 }, () => {
  const { status, stderr } = spawnSync(
    "sh",
    ["-c", '"$0" "$@" > /dev/full', process.execPath, main, "--cases", here.path("cases"), "--list"],
    { encoding: "utf8", env: { PYTHON: "python3", ...process.env } },
  );
  expect([status, stderr]).toEqual([
    2,
    "botyard-conformance: standard output cannot be written to (ENOSPC)\n",
  ]);
});
