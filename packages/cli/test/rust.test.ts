import { spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { compiledLanguages } from "../../repo/src/drive/compiled.ts";
import { watchFolder } from "../src/dev/changes.ts";
import { describeNewBot, packedAs } from "./describe-new-bot.ts";
import { newBot } from "./new-bot.ts";
import { afterThisTest, platform, temporary, version } from "./platform.ts";

const language = compiledLanguages.find(({ name }) => name === "rust")!;
const { whyNot } = language;
const rust = ["--runtime", "rust-stable"];
const edit = (file: string, change: (text: string) => string) =>
  writeFileSync(file, change(readFileSync(file, "utf8")));

describeNewBot({
  title: "Rust",
  name: "rust",
  unbuilt: 'The file "target/release/my-bot" is not in the package. Build it: cargo build --release.',
  source: "src/query.rs",
  stale:
    '"target/release/my-bot-query" was built before "src/query.rs" was changed. Build it again (cargo build --release).',
  packed: packedAs(
    ["Cargo.lock", "Cargo.toml", "README.md", "bot-config.yaml", "bot-schema.json"],
    ["target/release/my-bot", "target/release/my-bot-query"],
  ),
  main: "src/main.rs",
  metric: '{"count":1,"symbol":"AAPL"}',
  more(cwd) {
    test("is refused if bot-config.yaml names a source file or another name than Cargo.toml", async ({
      skip,
    }) => {
      skip(whyNot !== undefined, whyNot);
      const validate = () => platform(["custom-bot", "validate"], { cwd: cwd() });
      const config = join(cwd(), "bot-config.yaml");
      const original = readFileSync(config, "utf8");
      edit(config, (text) => text.replace("target/release/my-bot\n", "src/main.rs\n"));
      expect((await validate()).stderr).toContain(
        'bot-config.yaml:7:8 error entrypoints.bot names "src/main.rs", a source file; Rust (stable) is a compiled runtime.',
      );
      writeFileSync(config, original);
      edit(join(cwd(), "Cargo.toml"), (text) =>
        text.replace('[[bin]]\nname = "my-bot"', '[[bin]]\nname = "trader"'),
      );
      expect((await validate()).stderr).toContain(
        'entrypoints.bot names "target/release/my-bot", but "Cargo.toml" builds "trader" or "my-bot-query".',
      );
      edit(join(cwd(), "Cargo.toml"), (text) => text.replace('name = "trader"', 'name = "my-bot"'));
    });

    test("has the room for tests in its tests, and not in its programs", async ({ skip }) => {
      skip(whyNot !== undefined, whyNot);
      const ofRoom = "the SDK writes lines of JSON";
      const program = (profile: string) => readFileSync(join(cwd(), "target", profile, "my-bot"));
      await language.test!(cwd());
      expect(program("debug").includes(ofRoom)).toBe(true);
      await language.build(cwd());
      expect(program("release").includes(ofRoom)).toBe(false);
    });

    test("logs the line of a failure that is raised inside the standard library", async ({ skip }) => {
      skip(whyNot !== undefined, whyNot);
      const source = join(cwd(), "src", "query.rs");
      const before = "    query::run()";
      const line = readFileSync(source, "utf8").split("\n").indexOf(before) + 2;
      const late = "std::time::Instant::now() - std::time::Duration::MAX";
      const handler = `    query::handler("/late", |_| {\n        (${late}).elapsed()\n    })?;\n`;
      edit(source, (text) => text.replace(before, `${handler}${before}`));
      await language.build(cwd());
      const [program = ""] = language.program(cwd(), "my-bot", "query");
      const env = { QUERY_PATH: "/late", RESULT_PATH: join(cwd(), "result.json") };
      // In the root directory all files are in the working directory.
      for (const folder of [cwd(), "/"]) {
        const { stderr } = spawnSync(program, { cwd: folder, env, encoding: "utf8" });
        const { file, line: found } = JSON.parse(stderr).data;
        expect([file, found]).toEqual([expect.stringMatching(/^\.\/(?:.*\/)?src\/query\.rs$/), line]);
      }
    });
  },
});

describe("the SDK in a project in Rust", () => {
  test("by version, as from a registry, is replaced by the one of the command", async () => {
    const cwd = await newBot(...rust);
    const original = readFileSync(join(cwd, "Cargo.toml"), "utf8");
    edit(join(cwd, "Cargo.toml"), (text) =>
      text
        .replace('{ path = "sdk/botyard" }', `"${version}"`)
        .replace('{ path = "sdk/botyard", features', `{ version = "${version}", features`),
    );
    rmSync(join(cwd, "sdk"), { recursive: true });
    const upgrade = () => platform(["custom-bot", "upgrade", "--json"], { cwd });
    expect(JSON.parse((await upgrade()).stdout)).toEqual({ version, sdk: "sdk/botyard", changed: true });
    expect(readFileSync(join(cwd, "Cargo.toml"), "utf8")).toBe(original);
    const source = join(cwd, "sdk", "botyard", "src", "lib.rs");
    const { mtimeMs } = statSync(source);
    expect(JSON.parse((await upgrade()).stdout)).toMatchObject({ changed: false });
    expect(statSync(source).mtimeMs).toBe(mtimeMs);
  });

  test("of another version is replaced by upgrade, which keeps the locked dependencies", async () => {
    const cwd = await newBot(...rust);
    const [manifest, left] = [join(cwd, "sdk/botyard/Cargo.toml"), join(cwd, "sdk/botyard-core/src/left.rs")];
    edit(manifest, (text) => text.replace(`version = "${version}"`, 'version = "0.0.1"'));
    writeFileSync(left, "");
    appendFileSync(join(cwd, "Cargo.lock"), "# mine\n");
    expect((await platform(["custom-bot", "upgrade"], { cwd })).stdout).toBe(
      `Cargo.toml uses SDK ${version} from sdk/botyard.\n`,
    );
    expect(readFileSync(manifest, "utf8")).toContain(`version = "${version}"`);
    expect(() => statSync(left)).toThrow("ENOENT");
    expect(readFileSync(join(cwd, "Cargo.lock"), "utf8")).toContain("# mine");
  });
});

test.each(["1bot", "build"])(
  "%s, which cargo refuses as a name, is refused for a bot in Rust",
  async (name) => {
    const { code, stderr } = await platform(["custom-bot", "init", name, ...rust], { cwd: temporary() });
    expect(code).toBe(2);
    expect(stderr).toContain(`next: platform custom-bot init bot-${name} --runtime rust-stable`);
  },
);

test("a development session sees a new binary, and no other output of cargo", async () => {
  const dir = temporary();
  const release = join(dir, "target", "release");
  mkdirSync(release, { recursive: true });
  const seen: string[] = [];
  const program = "target/release/my-bot";
  const unwatch = watchFolder(
    dir,
    () => [program],
    (file) => seen.push(file),
  );
  afterThisTest(unwatch);
  writeFileSync(join(release, "my-bot"), "");
  await expect.poll(() => seen).toEqual([program]);
  // Of changes in quick succession, the last one that counts is reported.
  writeFileSync(join(dir, "main.rs"), "");
  writeFileSync(join(release, "my-bot.d"), "");
  await expect.poll(() => seen).toEqual([program, "main.rs"]);
});
