import { execFile } from "node:child_process";
import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { hindrance, tracer } from "../../src/run/tracer.ts";
import { Workplace } from "../command/workplace.ts";
import { caseOf } from "../judge/recorded.ts";

const durable = caseOf("run: { ops: [] }\nexpect: { state: {}, durable: [state] }");
const own = tracer();
const main = join(import.meta.dirname, "../../src/main.ts");

/** Flushes its value only if it is called so. */
const keeper = `import json, os, sys
state = os.environ["STATE_DIR"]
note = lambda **line: print(json.dumps(line), file=open(os.environ["CONF_TRACE"], "a"))
note(id="1", begin="state.set")
os.mkdir(state)
temporary = os.path.join(state, ".tmp-k-0123456789abcdef")
with open(temporary, "w") as file:
    file.write("1")
    file.flush()
    if "flush" in sys.argv: os.fsync(file.fileno())
os.rename(temporary, os.path.join(state, "k.json"))
os.fsync(os.open(state, os.O_RDONLY))
note(id="1", value=None)
note(end=True)
`;
const testee = (name: string, word: string) => ({
  [`${name}/testee.yaml`]: `name: ${name}\nlanguage: Python\nstart: [python, "\${testee}/keeper.py", ${word}]\n`,
  [`${name}/keeper.py`]: keeper,
});
const here = new Workplace({
  ...testee("careful", "flush"),
  ...testee("careless", "trust"),
  "cases/state/durable.yaml": `- id: state.durable
  title: A value is on disk
  clauses: [ST-6]
  steps:
    - run: { ops: [{ state.set: [k, 1] }] }
      expect: { state: { k.json: 1 }, durable: [state] }
- id: state.silent
  title: Nothing happens
  clauses: [ST-6]
  steps: [{ run: { ops: [] } }]
`,
});

describe("a case with system calls", () => {
  test("is run under strace", async ({ skip }) => {
    skip("missing" in own, "missing" in own ? own.missing : "");
    const careful = await here.command({ testee: [here.path("careful")], case: ["state.durable"] });
    expect([careful.exit, careful.said]).toEqual([0, expect.stringContaining("careful: 1 owed, 1 pass\n")]);
    const careless = await here.command({ testee: [here.path("careless")], case: ["state.durable"] });
    expect([careless.exit, careless.said]).toEqual([
      1,
      expect.stringContaining(
        "[ST-6]\n  state k.json: its temporary file was not flushed to disk before it was renamed\n",
      ),
    ]);
  });

  test("can be run by hand", async ({ skip }) => {
    skip("missing" in own, "missing" in own ? own.missing : "");
    const { said } = await here.command({ testee: [here.path("careful")], explain: "state.durable" });
    const { stdout } = await promisify(execFile)("bash", ["-c", said]);
    expect(stdout).toContain("exit code 0\n");
    expect(stdout).toMatch(/^\d+ +fsync\(\d+<\/tmp\/state\.durable\/state>\) += 0$/m);
  });

  /** Runs the command where PATH is only this folder. */
  const runIn = (folder: string, ...args: string[]) =>
    promisify(execFile)(
      process.execPath,
      [main, "--testee", here.path("careful"), "--cases", here.path("cases"), ...args],
      { env: { ...process.env, PATH: folder, PYTHON: process.execPath } },
    ).catch((error: { code: number; stdout: string }) => error);

  test("is reported as not run where strace is missing, and never as passed", async () => {
    const report = here.path("report.json");
    expect(await runIn(here.dir, "--case", "state.durable")).toMatchObject({
      code: 1,
      stdout:
        "not run: state.durable by careful: strace is not installed\nThis machine can run none of the chosen cases.\n",
    });
    const { stdout } = await runIn(here.dir, "--json", report);
    expect(stdout).toContain("\nnot run: state.durable by careful: strace is not installed\n");
    expect(JSON.parse(readFileSync(report, "utf8"))).toMatchObject({
      owed: 1,
      verdicts: [{ case: "state.silent" }],
      not_run: [{ case: "state.durable", testee: "careful", peer: null, reason: "strace is not installed" }],
    });
  });

  test.each([
    [
      "echo 'strace: ptrace(PTRACE_SEIZE): Operation not permitted' >&2; exit 1",
      "strace: ptrace(PTRACE_SEIZE): Operation not permitted",
    ],
    ["exit 3", "it ended with 3"],
    ['while [ "$1" != -o ]; do shift; done; : > "$2"', "it does not report a write"],
  ])("is reported as not run where strace is refused: %s", async (script, reason) => {
    here.put("refused/strace", `#!/bin/sh\n${script}\n`);
    chmodSync(here.path("refused/strace"), 0o755);
    const { stdout } = await runIn(here.path("refused"), "--list", "--case", "state.durable");
    expect(stdout).toContain(
      `  not run: state.durable by careful: strace cannot trace a process here: ${reason}\n`,
    );
  });

  test("is the only one that the machine can hinder", () => {
    expect(hindrance(caseOf("run: { ops: [] }"))).toBeUndefined();
    expect(hindrance(durable)).toBe("missing" in own ? own.missing : undefined);
  });
});
