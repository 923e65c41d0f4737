import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { type Commands, programOf } from "../src/program.ts";

const conformance = join(import.meta.dirname, "..");
const home = mkdtempSync(join(tmpdir(), "botyard-command-line-"));
afterAll(() => rmSync(home, { recursive: true }));

/** Returns the error message for an invalid command line. */
async function refusal(words: string[]): Promise<string> {
  let said = "";
  const asked = async () => {
    throw new Error("the command was carried out");
  };
  const commands: Commands = {
    ...{ run: asked, lock: asked, pin: asked, fuzz: asked },
    ...{ mutants: asked, platform: asked, platformMutants: asked },
  };
  const program = programOf("1.0.0", commands, () => {});
  for (const command of [program, ...program.commands])
    command.configureOutput({
      writeErr: (text) => {
        said += text;
      },
    });
  await expect(program.parseAsync(words, { from: "user" })).rejects.toThrow(
    expect.objectContaining({ exitCode: 1 }),
  );
  return said.trim();
}

test.for<[string, string]>([
  ["muatnts", "error: unknown command muatnts; see --help"],
  ["--case a.b a.c", "error: unknown command a.c; see --help"],
  ["--jobs 0", "error: option '--jobs <n>' argument '0' is invalid. It must be at least 1."],
  ["fuzz --jobs 0", "error: option '--jobs <n>' argument '0' is invalid. It must be at least 1."],
  ["mutants --jobs 0", "error: option '--jobs <n>' argument '0' is invalid. It must be at least 1."],
  [
    "--seed 12345678901",
    "error: option '--seed <n>' argument '12345678901' is invalid. It must be a whole number below 1000000000.",
  ],
])("`%s` is refused in one sentence", async ([words, sentence]) => {
  expect(await refusal(words.split(" "))).toBe(sentence);
});

/** Runs the command from its sources, with a time limit. */
function run(words: string[], main = join(conformance, "src/main.ts")) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...words], {
    cwd: home,
    encoding: "utf8",
    timeout: 300_000,
    killSignal: "SIGKILL",
    env: { PYTHON: "python3", ...process.env },
  });
  return { status, said: stdout + stderr };
}

test("a testee whose command does not exist lets the run end normally", {
  timeout: 300_000,
}, () => {
  writeFileSync(
    join(home, "testee.yaml"),
    "name: dead\nlanguage: none\nstart: [./there-is-no-such-program]\n",
  );
  const { status, said } = run([
    "--testee",
    ".",
    "--case",
    "metric.empty-data",
    "--case",
    "server.length-is-in-bytes",
  ]);
  expect(said).toContain("could not be started: command not found");
  expect(status).toBe(1);
});

test("a report that cannot be written is refused with its file name", { timeout: 300_000 }, () => {
  writeFileSync(join(home, "testee.yaml"), 'name: silent\nlanguage: none\nstart: [sh, -c, "exit 0"]\n');
  const { status, said } = run(["--testee", ".", "--case", "metric.empty-data", "--json", home]);
  expect(said).toContain(`${home}: the report cannot be written (EISDIR)`);
  expect(status).toBe(2);
});

test("a choice without a case is refused with the options that exclude each other", {
  timeout: 300_000,
}, () => {
  const { status, said } = run(["--testee", "node", "--area", "metric", "--case", "log.one-line"]);
  expect(said).toBe(
    "botyard-conformance: no case of --case log.one-line is in --area metric; leave out one of the options\n",
  );
  expect(status).toBe(2);
});

test("commands that need the repository, and an invalid contract page, are refused in one sentence", {
  timeout: 300_000,
}, () => {
  const published = join(home, "published");
  for (const name of ["src", "cases", "contract", "package.json"])
    cpSync(join(conformance, name), join(published, name), { recursive: true });
  symlinkSync(join(conformance, "node_modules"), join(published, "node_modules"));
  const main = join(published, "src/main.ts");
  expect(run([], main)).toEqual({
    status: 2,
    said: "botyard-conformance: no testee is given; use --testee path/to/testee.yaml\n",
  });
  expect(run(["mutants"], main)).toEqual({
    status: 2,
    said: "botyard-conformance: this package has no broken SDKs; they are only in Botyard's repository\n",
  });
  for (const [name, sentence] of [
    ["contract.json", "is missing or invalid: run `botyard-conformance lock`"],
    ["pins.json", "is not a JSON object of clauses and their hashes; restore it from version control"],
    ["exclusions.yaml", "the file cannot be read (ENOENT)"],
  ] as const) {
    const file = join(published, "contract", name);
    rmSync(file);
    const { status, said } = run(["--list", "--testee", "."], main);
    expect([status, said.endsWith(`${name}: ${sentence}\n`)], said).toEqual([2, true]);
    cpSync(join(conformance, "contract", name), file);
  }
  mkdirSync(join(home, "docs/reference"), { recursive: true });
  writeFileSync(join(home, "docs/reference/contract.md"), "- **[MET-1]** A metric is a line.\n");
  expect(run(["lock"], main)).toEqual({
    status: 2,
    said: "docs/reference/contract.md: [MET-1] has no keyword such as MUST or SHOULD\n",
  });
});
