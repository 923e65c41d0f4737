import { existsSync } from "node:fs";
import { rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkArchive, checkPackageDir, formatProblem, type Interpreter, packFiles } from "../src/index.ts";
import { type BotFields, botConfig, botFolder, elf, freshFolder, writeFiles } from "./bot-folder.ts";

const check = async (files: Record<string, string | Uint8Array>, fields: BotFields = {}) => {
  const checked = await checkPackageDir(await botFolder(files, fields));
  return checked.problems.map((problem) => problem.code);
};

describe("a package folder", () => {
  it("that is valid gives the configuration, the schema, the readme and the files", async () => {
    const dir = await botFolder({ "README.md": "# Hi\n" }, { readme: "README.md" });
    const checked = await checkPackageDir(dir);
    expect(checked.problems).toEqual([]);
    expect(checked.config?.name).toBe("crossover");
    expect(checked.schema).toHaveProperty("type", "object");
    expect(checked.readme).toBe("# Hi\n");
    expect(checked.entries).toHaveLength(4);
  });

  it("has the problems of all its files reported at once, where bot-config.yaml names them", async () => {
    const dir = await botFolder(
      { ".env": "A=1", "bot-schema.json": '{"type": "array"}', "bad\\name.py": "" },
      { bot: "mian.py", query: "query.py", readme: "README.md" },
    );
    expect((await checkPackageDir(dir)).problems.map(formatProblem)).toEqual([
      'bot-schema.json:1:10 error The schema\'s type is "array", but a config is always an object. Write "type": "object".',
      'bot-schema.json:1:1 warning The schema describes no settings, so misspelt settings are not detected. Add "properties", and "additionalProperties": false.',
      'bot-config.yaml:10:9 error The file "README.md" is not in the package. Create it, or correct the path.',
      'bot-config.yaml:6:8 error The file "mian.py" is not in the package. Did you mean "main.py"?',
      'bot-config.yaml:7:10 error The file "query.py" is not in the package. Create it, or correct the path.',
      '.env error ".env" looks like environment variables. Remove it or add it to .platformignore; pass secrets to the bot in its instance\'s config.',
      'bad\\name.py error The path "bad\\\\name.py" contains a backslash. Rename or remove the file.',
    ]);
  });

  it("is packed with the configuration that was checked, even if the file is changed before the next check", async () => {
    const dir = await botFolder({});
    const { read } = await checkPackageDir(dir);
    await writeFile(join(dir, "bot-config.yaml"), botConfig({ bot: "other.py" }));
    const vendored = [{ path: "vendor/a.py", content: Buffer.from("") }];
    const { config, entries } = await checkPackageDir(dir, { read, extra: vendored });
    expect(config?.entrypoints.bot).toBe("main.py");
    expect(entries.find(({ path }) => path === "bot-config.yaml")).toEqual(read?.entry);
    expect((await checkPackageDir(dir)).problems).toMatchObject([{ code: "entrypoint.missing" }]);
  });

  it("without a bot-config.yaml gets advice where one is, or how to create one", async () => {
    const dir = await freshFolder();
    expect((await checkPackageDir(dir)).problems).toMatchObject([{ code: "package.no_bot_config" }]);
    await writeFiles(dir, { "my-bot/bot-config.yaml": botConfig() });
    const [problem] = (await checkPackageDir(dir)).problems;
    expect(problem?.next).toBe('It must be at the top level of the package; found "my-bot/bot-config.yaml".');
  });

  it("without its entrypoint gets advice to build it, if package.json has a build script", async () => {
    const files = { "package.json": '{"scripts":{"build":"tsc"}}', "src/main.ts": "" };
    const dir = await botFolder(files, { runtime: "nodejs24", bot: "dist/main.js" });
    expect((await checkPackageDir(dir)).problems.map(formatProblem)).toEqual([
      'bot-config.yaml:6:8 error The file "dist/main.js" is not in the package. Build it: npm install, then npm run build.',
    ]);
  });

  it("without its binary gets advice to build it with cargo, under the name in Cargo.toml", async () => {
    const files = { "Cargo.toml": '[package]\nname = "my-bot"\n', "src/main.rs": "" };
    const problems = async (bot: string) =>
      (await checkPackageDir(await botFolder(files, { runtime: "rust-stable", bot }))).problems.map(
        formatProblem,
      );
    expect(await problems("target/release/my-bot")).toEqual([
      'bot-config.yaml:6:8 error The file "target/release/my-bot" is not in the package. Build it: cargo build --release.',
    ]);
    expect(await problems("target/release/bot")).toEqual([
      'bot-config.yaml:6:8 error The file "target/release/bot" is not in the package. entrypoints.bot names "target/release/bot", but "Cargo.toml" builds "my-bot". Name the file that the build writes, or change the name in the build file.',
    ]);
  });

  it("must not contain a binary that was built before its source was changed", async () => {
    const [bot, source] = ["target/release/my-bot", "src/a b.rs"];
    const dir = await botFolder({ [bot]: elf(), [source]: "" }, { runtime: "rust-stable", bot });
    const list = `${dir}/${bot}: /elsewhere/lib.rs ${dir}/src/gone.rs ${dir}/src/a\\ b.rs\n`;
    await writeFiles(dir, { [`${bot}.d`]: list });
    await utimes(join(dir, bot), 1000, 1000);
    await utimes(join(dir, source), 1000, 1000);
    const found = await checkPackageDir(dir);
    expect(found.problems).toEqual([]);
    const packed = found.entries.map(({ path }) => path);
    expect(packed.filter((path) => path.startsWith("target/"))).toEqual([bot]);
    expect(found.entries.find(({ path }) => path === bot)?.executable).toBe(true);
    await utimes(join(dir, source), 1001, 1001);
    expect((await checkPackageDir(dir)).problems.map(formatProblem)).toEqual([
      `${bot} error "${bot}" was built before "${source}" was changed. Build it again (cargo build --release).`,
    ]);
  });

  it("without its binary gets advice to build it with cabal", async () => {
    const files = { "my-bot.cabal": "executable my-bot\n" };
    const dir = await botFolder(files, { runtime: "ghc96", bot: "bin/my-bot" });
    expect((await checkPackageDir(dir)).problems.map(formatProblem)).toEqual([
      'bot-config.yaml:6:8 error The file "bin/my-bot" is not in the package. Build it: sh build.sh.',
    ]);
  });

  it.each(["../src/main.cpp", "/"])(
    "must not contain a binary that is older than a source, which CMake lists as in %s",
    async (listed) => {
      const [bot, source] = ["build/my-bot", "src/main.cpp"];
      const list = "build/CMakeFiles/my-bot.dir/src/main.cpp.o.d";
      const dir = await botFolder({ [bot]: elf(), [source]: "", [list]: "" }, { runtime: "gcc13", bot });
      const path = listed === "/" ? join(dir, source) : listed;
      await writeFile(join(dir, list), `CMakeFiles/my-bot.dir/src/main.cpp.o: \\\n ${path}\n`);
      const changed = async (seconds: number) => {
        await utimes(join(dir, source), seconds, seconds);
        return (await checkPackageDir(dir)).problems.map(formatProblem);
      };
      await utimes(join(dir, bot), 1000, 1000);
      expect(await changed(1000)).toEqual([]);
      expect(await changed(1001)).toEqual([
        `${bot} error "${bot}" was built before "${source}" was changed. Build it again (cmake --build build).`,
      ]);
    },
  );

  it("must not contain a binary that is older than a module or the .cabal file", async () => {
    const bot = "bin/my-bot";
    const cabal = [
      "library",
      "  hs-source-dirs: src, gone",
      "executable my-bot",
      "  hs-source-dirs:app",
      "test-suite spec",
      "  hs-source-dirs: test",
    ].join("\n");
    const modules = ["app/Main.hs", "src/Deep/Price.lhs", "src/notes.txt", "test/Spec.hs"];
    const files = Object.fromEntries(modules.map((path) => [path, ""]));
    const dir = await botFolder({ [bot]: elf(), "my-bot.cabal": cabal, ...files }, { runtime: "ghc96", bot });
    const at = (path: string, seconds: number) => utimes(join(dir, path), seconds, seconds);
    await Promise.all([bot, "my-bot.cabal", ...modules].map((path) => at(path, 1000)));
    expect((await checkPackageDir(dir)).problems).toEqual([]);
    await Promise.all(["my-bot.cabal", ...modules].map((path) => at(path, 1001)));
    const stale = ["my-bot.cabal", "app/Main.hs", "src/Deep/Price.lhs"];
    expect((await checkPackageDir(dir)).problems.map(formatProblem)).toEqual(
      stale.map((source) => {
        return `${bot} error "${bot}" was built before "${source}" was changed. Build it again (sh build.sh).`;
      }),
    );
  });

  it("must not contain a file that was built before its source was changed", async () => {
    const map = JSON.stringify({
      version: 3,
      sources: ["../src/main.ts", "webpack:///x", "../../outside.ts"],
    });
    const dir = await botFolder(
      {
        "src/main.ts": "",
        "dist/main.js": "",
        "dist/main.js.map": map,
        "dist/alone.map": "{",
        "dist/alone": "",
      },
      { runtime: "nodejs24", bot: "dist/main.js" },
    );
    const at = (path: string, seconds: number) => utimes(join(dir, path), seconds, seconds);
    await Promise.all([at("src/main.ts", 2000), at("dist/main.js", 1000), at("dist/main.js.map", 2000)]);
    expect((await checkPackageDir(dir)).problems).toEqual([]);
    await at("src/main.ts", 2001);
    expect((await checkPackageDir(dir)).problems.map(formatProblem)).toEqual([
      'dist/main.js error "dist/main.js" was built before "src/main.ts" was changed. Build it again (npm run build).',
    ]);
  });

  it("is warned of a runtime that the platform does not have, if the platform has told what it has", async () => {
    const dir = await botFolder({}, { runtime: "python313" });
    const python = {
      runtime: "python311",
      implementation: "cpython",
      version: "3.11.2",
      abi: "cp311",
    } as const;
    const assumed = {
      ...python,
      runtime: "python313",
      version: "3.13.0",
      abi: "cp313",
      isAssumed: true,
    } as const;
    const node = { runtime: "nodejs24", implementation: "node", version: "24.1.0", abi: "137" } as const;
    const problems = async (...interpreters: Interpreter[]) => {
      const machine = {
        os: "linux",
        architecture: process.arch,
        libc: "glibc",
        libc_version: "2.36",
      } as const;
      const checked = await checkPackageDir(dir, { target: { ...machine, interpreters } });
      return checked.problems.map(formatProblem);
    };
    expect(await problems(python, node, assumed)).toEqual([
      "bot-config.yaml:4:10 warning The platform has no Python 3.13, so that the bot cannot be started. Have it installed there, or use one of: python311 (3.11.2).",
    ]);
    const { isAssumed, ...known } = assumed;
    expect([isAssumed, await problems(python, known)]).toEqual([true, []]);
    expect(await problems(assumed)).toEqual([]);
    expect(await problems()).toEqual([]);
  });

  it("must contain its schema, and texts in UTF-8", async () => {
    const dir = await botFolder();
    await rm(join(dir, "bot-schema.json"));
    expect((await checkPackageDir(dir)).problems).toMatchObject([
      { code: "package.schema_missing", line: 8, pointer: "/schema/bot" },
    ]);
    const latin = Buffer.from("caf\u00e9", "latin1");
    expect(await check({ "README.md": latin }, { readme: "README.md" })).toEqual(["package.not_utf8"]);
    const long = "x".repeat(1024 * 1024 + 1);
    expect(await check({ "README.md": long }, { readme: "README.md" })).toEqual(["package.text_too_large"]);
  });

  it("is checked against the limits before packing", async () => {
    const dir = await botFolder({ "a/b/c.py": "x".repeat(100) });
    const codes = async (limits: object) =>
      (await checkPackageDir(dir, { limits })).problems.map((problem) => problem.code);
    expect(await codes({ files: 3 })).toEqual(["archive.too_many_files"]);
    expect(await codes({ unpackedBytes: 99 })).toEqual(["archive.too_large"]);
    expect(await codes({ pathDepth: 2 })).toEqual(["archive.path_too_deep"]);
    expect(await codes({ pathBytes: 14 })).toEqual(["archive.path_too_long", "archive.path_too_long"]);
  });
});

describe("an uploaded package", () => {
  it("has the same problems as its folder, and its texts are returned", async () => {
    const dir = await botFolder(
      {
        "Cargo.toml": '[package]\nname = "my-bot"\n',
        "conf/s.json": '{"type":"array"}',
        "docs/R.md": "# R\n",
        bot: elf(40),
      },
      { runtime: "rust-stable", bot: "bot", query: "gone", readme: "docs/R.md" },
    );
    await writeFiles(dir, {
      "bot-config.yaml": botConfig({
        runtime: "rust-stable",
        bot: "bot",
        query: "gone",
        readme: "docs/R.md",
      }).replace("bot-schema.json", "conf/s.json"),
    });
    const local = await checkPackageDir(dir);
    const packed = await packFiles(local.entries, join(await freshFolder(), "a.tar.gz"));
    const code = join(await freshFolder(), "code");
    const uploaded = await checkArchive(packed.path, code);
    expect(local.problems.map((problem) => problem.code)).toEqual([
      "bot_schema.not_object_type",
      "bot_schema.no_properties",
      "entrypoint.wrong_architecture",
      "entrypoint.wrong_name",
      "entrypoint.missing",
    ]);
    expect(uploaded.problems).toEqual(local.problems);
    expect(uploaded.readme).toBe("# R\n");
    expect(uploaded.contentSha256).toBe(packed.contentSha256);
    expect(existsSync(code)).toBe(false);
  });
});
