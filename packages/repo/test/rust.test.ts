import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { root } from "../src/root.ts";
import { type Ended, run } from "../src/run/command.ts";
import { languages, testees, whyNotBuilt } from "../src/run/languages.ts";
import { libtest } from "../src/run/libtest.ts";
import { settle } from "../src/run/rerun.ts";
import { ownInstaller } from "../src/run/toolchains.ts";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "rust-"));
});
afterEach(() => rmSync(home, { recursive: true }));

const [rust] = languages.filter(({ name }) => name === "rust").map(({ toolchain }) => toolchain);

describe("a compiled language", () => {
  const path = process.env.PATH;
  afterEach(() => {
    process.env.PATH = path;
  });
  const tool = ownInstaller("planted-cargo", "1.88", "install it from https://planted.test");
  /** Puts a program into PATH that runs this shell script. */
  function install(script: string, mode = 0o755) {
    const bin = join(home, "bin");
    mkdirSync(bin);
    writeFileSync(join(bin, "planted-cargo"), `#!/bin/sh\n${script}\n`);
    chmodSync(join(bin, "planted-cargo"), mode);
    process.env.PATH = `${bin}${delimiter}${path}`;
  }

  test("is missing where its program is not on PATH", async () => {
    expect(await tool.isThere()).toBe(false);
  });

  test.each(["1.63.0", "1.87.1"])("is missing where the program is too old: %s", async (version) => {
    install(`echo "cargo ${version} (abcdef 2022-01-01)"`);
    expect(await tool.isThere()).toBe(false);
  });

  test.each(["1.88.0", "1.100.0", "2.0.0"])("is there in a new enough version: %s", async (version) => {
    install(`echo "cargo ${version} (abcdef 2026-01-01)"`);
    expect(await tool.isThere()).toBe(true);
  });

  test.each([
    ["fails", "echo no toolchain is configured >&2; exit 1", 0o755],
    ["says nothing", "true", 0o755],
    ["cannot be executed", "echo cargo 1.90.0", 0o644],
    ["is killed", "kill -9 $$", 0o755],
  ])("counts as installed where the program %s, so that its part fails", async (_, script, mode) => {
    install(script, mode);
    expect(await tool.isThere()).toBe(true);
  });

  test("without its toolchain leaves its testee out, with the reason, and no other", () => {
    const { present, notRun } = testees(new Map([[rust!, "cargo is missing"]]));
    expect(present).toEqual(["csharp", "node", "python"]);
    expect(notRun).toEqual(["testee rust: cargo is missing"]);
    expect(testees(new Map())).toEqual({ present: ["csharp", "node", "python", "rust"], notRun: [] });
  });

  test("is told with the way to install it", async () => {
    process.env.PATH = home;
    expect(await whyNotBuilt("rust")).toBe(
      "cargo 1.88 or newer is missing; install it from https://rustup.rs",
    );
    expect(await whyNotBuilt("node")).toBeUndefined();
  });

  test("needs the version that the SDK declares", () => {
    const manifest = readFileSync(join(root, "sdks/rust/Cargo.toml"), "utf8");
    expect(rust!.name).toBe(`cargo ${/^rust-version = "(.+)"$/m.exec(manifest)![1]} or newer`);
  });
});

describe("the tests of a cargo project", { timeout: 300_000 }, () => {
  beforeEach(async ({ skip }) => {
    const lacking = await whyNotBuilt("rust");
    skip(lacking !== undefined, lacking);
  });

  const put = (name: string, text: string) => writeFileSync(join(home, name), text);
  /** Runs the tests of a project with these sources. */
  async function tests(sources: Record<string, string>) {
    put("Cargo.toml", '[package]\nname = "planted"\nversion = "0.0.0"\nedition = "2024"\n');
    for (const folder of ["src", "tests"]) mkdirSync(join(home, folder), { recursive: true });
    for (const [name, text] of Object.entries(sources)) put(name, text);
    const cargo = (args: string[]): Promise<Ended> =>
      run("sh", ["-c", 'exec cargo test --offline --no-fail-fast "$@" 2>&1', "sh", ...args], {
        cwd: home,
        env: { CARGO_TERM_COLOR: "never", CARGO_TARGET_DIR: join(home, "target") },
        quiet: true,
      });
    return libtest("planted", cargo);
  }

  const failFirst = `
    fn fail_first(times: usize, name: &str) {
        let n = (1..).find(|n| !std::path::Path::new(&format!("{name}{n}")).exists()).unwrap();
        std::fs::write(format!("{name}{n}"), "").unwrap();
        println!("this is run {n}");
        assert!(n > times, "planted failure {n}");
    }
  `;

  test("are counted one by one; one that fails is run again alone, and both outputs are kept", async () => {
    const outcome = await tests({
      "src/lib.rs": `
        /// \`\`\`
        /// assert_eq!(planted::one(), 1);
        /// \`\`\`
        pub fn one() -> u8 { 1 }
        /// \`\`\`compile_fail
        /// planted::none();
        /// \`\`\`
        pub fn two() -> u8 { 2 }
      `,
      "tests/a.rs": `${failFirst}
        #[test] fn stands() { fail_first(0, "stands"); }
        #[test] #[should_panic] fn panics() { panic!("as it should"); }
        #[test] #[ignore = "no moon"] fn waits() {}
        #[test] fn fails_once() { fail_first(1, "once"); }
        #[test] fn fails_twice() { fail_first(2, "twice"); }
      `,
    });
    expect(outcome.notRun).toEqual(["planted tests/a.rs waits: no moon"]);
    expect(outcome.failures.map(({ name }) => name).sort()).toEqual([
      "planted tests/a.rs fails_once",
      "planted tests/a.rs fails_twice",
    ]);
    expect(outcome.passed, outcome.output).toBe(4);
    const reports = join(home, "reports");
    mkdirSync(reports);
    const { passed, failed, flaky } = await settle(outcome, reports);
    expect(passed).toBe(5);
    expect(flaky.map(({ name }) => name)).toEqual(["planted tests/a.rs fails_once"]);
    expect(readFileSync(flaky[0]!.file, "utf8")).toMatch(
      /first run:\s+---- fails_once stdout ----\s[\s\S]*this is run 1[\s\S]*planted failure 1[\s\S]*second run, alone:[\s\S]*fails_once \.\.\. ok/,
    );
    expect(failed).toHaveLength(1);
    expect(failed[0]!.output).toMatch(/planted failure 1[\s\S]*planted failure 2/);
    expect(failed[0]!.output).not.toContain("fails_once");
    expect(readdirSync(home).filter((name) => /^[a-z]+\d$/.test(name))).not.toContain("stands2");
  });

  test("fail where a binary ends before all of its tests have", async () => {
    const { passed, failures } = await tests({
      "src/lib.rs": "",
      "tests/a.rs": "#[test] fn leaves() { std::process::exit(0); }",
    });
    expect(passed).toBe(0);
    expect(failures.map(({ name }) => name)).toEqual(["planted tests/a.rs: 0 of 1 tests ended"]);
  });

  test("fail where the sources do not compile", async () => {
    const { passed, failures } = await tests({ "src/lib.rs": "pub fn broken() -> u8 {}" });
    expect(passed).toBe(0);
    expect(failures.map(({ name }) => name)).toEqual(["planted: cargo test exited with code 101"]);
    expect(failures[0]!.output).toContain("mismatched types");
  });
});
