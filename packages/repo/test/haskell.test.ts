import { type ChildProcess, execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { hidden, root } from "../src/root.ts";
import { ghc } from "../src/run/haskell.ts";
import { hspec } from "../src/run/hspec.ts";
import { whyNotBuilt } from "../src/run/languages.ts";
import { adviceFor } from "../src/run/toolchains.ts";

const described = `
A "room"
  in
    fails twice FAILED [1]
  waits
    # PENDING: no moon
  stands
  throws FAILED [2]

Failures:

  test/F.hs:3:91: 
  1) A "room", in, fails twice
       expected: 2
        but got: 1

  To rerun use: --match "/A \\"room\\"/in/fails twice/"

  test/F.hs:3:192: 
  2) A "room" throws
       uncaught exception: ErrorCall
       x

  To rerun use: --match "/A \\"room\\"/throws/"

Finished in 0.0003 seconds
5 examples, 2 failures, 1 pending
`;

test("the examples of hspec are counted; one that fails is run again alone", async () => {
  const runs: string[][] = [];
  const outcome = await hspec("haskell", async (args) => {
    runs.push(args);
    return args.length === 0
      ? { code: 1, output: described }
      : { code: 0, output: "\nFinished in 0.1 seconds\n1 example, 0 failures\n" };
  });
  expect(outcome.passed).toBe(2);
  expect(outcome.notRun).toEqual(["haskell waits: no moon"]);
  expect(outcome.failures.map(({ name }) => name)).toEqual([
    'haskell A "room"/in/fails twice',
    'haskell A "room"/throws',
  ]);
  expect(outcome.failures[0]!.output).toContain("but got: 1");
  expect(outcome.failures[0]!.output).not.toContain("throws");
  expect(await outcome.failures[0]!.again!()).toMatchObject({ passed: 1, failures: [] });
  expect(runs).toEqual([[], ["--match", '/A "room"/in/fails twice/']]);
});

test.each([
  ["ends before its summary", 0, "A room\n  stands\n", "haskell: 0 of 0 failures are described"],
  ["runs nothing", 0, "0 examples, 0 failures\n", "haskell: no example has run"],
  ["fails after its summary", 3, "2 examples, 0 failures\n", "haskell exited with code 3"],
  ["does not describe a failure", 1, "2 examples, 1 failure\n", "haskell: 0 of 1 failures are described"],
])("a test program that %s fails", async (_, code, output, name) => {
  const { failures } = await hspec("haskell", async () => ({ code, output }));
  expect(failures.map((failure) => failure.name)).toEqual([name]);
});

test("a missing toolchain is told with the packages of apt", () => {
  expect(adviceFor(ghc)).toMatch(
    /is missing; install it with: apt-get install -y ghc cabal-install hlint libghc-aeson-dev /,
  );
});

const whyNot = await whyNotBuilt("haskell");

test("a project builds and runs the programs of the README with the packed SDK", {
  timeout: 300_000,
}, async ({ skip }) => {
  skip(whyNot !== undefined, whyNot);
  const folder = mkdtempSync(join(tmpdir(), "botyard-haskell-"));
  const cabal = (args: string[], cwd: string) =>
    promisify(execFile)("cabal", ["--config-file=/dev/null", ...args], { cwd });
  try {
    const sdk = join(root, "sdks/haskell");
    await cabal(["sdist", `--builddir=${join(hidden, "cabal")}`, `--output-directory=${folder}`], sdk);
    const [packed] = readdirSync(folder);
    expect(packed).toMatch(/^botyard-[\d.]+\.tar\.gz$/);
    // A project outside the clone, as the README describes it, with each of its programs.
    const readme = readFileSync(join(sdk, "README.md"), "utf8");
    const project = /^```cabal\n(.*?)^```$/ms.exec(readme)![1]!;
    const [bot = "", state = "", stop = "", query = "", tests = ""] = [
      ...readme.matchAll(/^```haskell\n(.*?)^```$/gms),
    ].map(([, text]) => text);
    const stanza = /^executable my-bot\n[\s\S]*$/m.exec(project)![0];
    const more = (name: string) =>
      stanza.replace("executable my-bot", `executable ${name}`).replace("Main.hs", `${name}.hs`);
    mkdirSync(join(folder, "my-bot"));
    const files = {
      "my-bot.cabal": `${project}${more("keeps")}${more("stops")}${more("answers")}${more("tests").trimEnd()}, hspec\n`,
      "cabal.project": `packages: . ../${packed}\nactive-repositories: :none\noptimization: False\n`,
      "Main.hs": bot,
      "keeps.hs": `{-# LANGUAGE OverloadedStrings #-}\n${state}`,
      "stops.hs": `{-# LANGUAGE OverloadedStrings #-}\n${stop}`,
      "answers.hs": `{-# LANGUAGE OverloadedStrings #-}\n${query}`,
      "tests.hs": `{-# LANGUAGE OverloadedStrings #-}\n${tests}`,
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, "my-bot", name), text);
    await cabal(["build", "-v1", "all:exes"], join(folder, "my-bot"));
    const run = async (
      name: string,
      more: Record<string, string> = {},
      onLine?: (bot: ChildProcess) => void,
    ) => {
      const program = (await cabal(["list-bin", "-v0", `exe:${name}`], join(folder, "my-bot"))).stdout.trim();
      const variables = { BOT_ID: "1", BOT_CONFIG: '{"symbol":"MSFT"}', CODE_MOUNT_DIR: folder, ...more };
      const running = promisify(execFile)(program, [], { env: variables });
      running.child.stderr!.once("data", () => onLine?.(running.child));
      return running;
    };
    const result = () => JSON.parse(readFileSync(join(folder, "result.json"), "utf8"));
    const { stdout, stderr } = await run("my-bot");
    expect(JSON.parse(stdout)).toMatchObject({ _metric: "price", data: { symbol: "MSFT", value: 187.5 } });
    expect(JSON.parse(stderr)).toMatchObject({ level: "info", message: "reading the price of MSFT" });
    expect(result()).toEqual({ status: "success", message: "read one price" });
    await run("stops", {}, (bot) => bot.kill("SIGTERM"));
    await run("keeps");
    await run("answers", { QUERY_PATH: "/runs", QUERY_PARAMS: '{"factor":3}' });
    expect(result()).toEqual({ status: "ok", data: 3 });
    expect((await run("tests")).stdout).toContain("1 example, 0 failures");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
