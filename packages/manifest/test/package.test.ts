import { rm, utimes } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkPackageDir, formatProblem, inspectArchive, packFiles } from "../src/index.ts";
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

describe("an entrypoint", () => {
  it.each([
    ["rust-stable", "src/main.rs"],
    ["gcc13", "src/bot.cpp"],
    ["ghc96", "app/Main.hs"],
    ["dotnet10", "Program.cs"],
    ["scala3", "src/Main.scala"],
    ["rust-stable", "src/MAIN.RS"],
  ])("of %s that is a source file is rejected: %s", async (runtime, bot) => {
    const { problems } = await checkPackageDir(await botFolder({ [bot]: "source" }, { runtime, bot }));
    expect(problems).toMatchObject([{ code: "entrypoint.source_file", line: 6, column: 8 }]);
    expect(problems[0]!.message).toContain(bot);
  });

  it.each([
    ["python311", "main.js", "entrypoint.wrong_extension"],
    ["nodejs24", "main.py", "entrypoint.wrong_extension"],
    ["dotnet10", "bin/Bot", "entrypoint.wrong_extension"],
  ])("of %s cannot be %s", async (runtime, bot, code) => {
    expect(await check({ [bot]: "x" }, { runtime, bot })).toEqual([code]);
  });

  it("of a compiled runtime must be a Linux binary for this machine", async () => {
    const bot = (content: string | Uint8Array) =>
      check({ "bin/bot": content }, { runtime: "rust-stable", bot: "bin/bot" });
    expect(await bot(elf())).toEqual([]);
    expect(await bot(elf(40))).toEqual(["entrypoint.wrong_architecture"]);
    expect(await bot("#!/bin/sh\necho hi\n")).toEqual(["entrypoint.not_a_binary"]);
    expect(await bot("MZ\u0090")).toEqual(["entrypoint.not_a_binary"]);
    expect(await bot("")).toEqual(["entrypoint.not_a_binary"]);
    expect(await bot(elf().subarray(0, 10))).toEqual(["entrypoint.wrong_architecture"]);
  });

  it("built for another architecture is reported with both architectures", async () => {
    const dir = await botFolder({ bot: elf(183) }, { runtime: "gcc13", bot: "bot" });
    const { problems } = await checkPackageDir(dir, { architecture: "x64" });
    expect(problems[0]?.message).toBe('"bot" is built for arm64; this platform runs x64.');
    expect((await checkPackageDir(dir, { architecture: "arm64" })).problems).toEqual([]);
  });

  it("of Scala is a jar, with the main class for queries", async () => {
    const jar = "PK\u0003\u0004";
    const files = { "b.jar": jar };
    const scala = (bot: string, query?: string) =>
      check(files, { runtime: "scala3", bot, ...(query && { query }) });
    expect(await scala("b.jar", "b.jar:com.example.Queries")).toEqual([]);
    expect(await scala("b.jar", "b.jar")).toEqual(["entrypoint.main_class_missing"]);
    expect(await scala("b.jar", '"b.jar:"')).toEqual(["entrypoint.invalid_main_class"]);
    expect(await scala("b.jar", "b.jar:a b")).toEqual(["entrypoint.invalid_main_class"]);
    expect(await scala("b.jar:com.Main")).toEqual(["entrypoint.main_class_unused"]);
    expect(await scala("c.jar")).toEqual(["entrypoint.missing"]);
    expect(await check({ "b.jar": "no zip" }, { runtime: "scala3", bot: "b.jar" })).toEqual([
      "entrypoint.not_a_jar",
    ]);
    expect(await check({ "b.dll": "no" }, { runtime: "dotnet10", bot: "b.dll" })).toEqual([
      "entrypoint.not_an_assembly",
    ]);
  });

  const cargo = '[package]\nname = "my-bot"\nversion = "0.1.0"\n\n[dependencies]\nname = "other"\n';
  const bin = (name: string, path?: string) =>
    `[[ bin ]] # a program\nname = '${name}'\n${path ? `path = "${path}"\n` : ""}`;
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a CMake variable
  const cmake = "project(Crossover CXX)\nadd_executable(${PROJECT_NAME} main.cpp) # add_executable(no)\n";
  const csproj = "<Project><PropertyGroup><!-- <AssemblyName>No</AssemblyName> --></PropertyGroup></Project>";
  const cabal = "name: my-bot\nexecutable crossover\n  main-is: Main.hs\n";
  const pom =
    "<project><parent><artifactId>parent</artifactId></parent><artifactId>my-bot</artifactId>" +
    "<dependencies><dependency><artifactId>sdk</artifactId></dependency></dependencies></project>";

  it.each([
    ["rust-stable", "Cargo.toml", cargo, "target/release/my-bot", "target/release/other"],
    ["rust-stable", "Cargo.toml", `${cargo}[[bin]]\nname = "trader"\n`, "trader", "bot"],
    [
      "rust-stable",
      "Cargo.toml",
      cargo,
      "target/x86_64-unknown-linux-musl/release/my-bot",
      "target/x/release/m",
    ],
    ["rust-stable", "Cargo.toml", `${cargo}${bin("ask")}`, "target/release/ask", "target/release/my_bot"],
    ["rust-stable", "Cargo.toml", `${cargo}${bin("ask")}${bin("bot", "src/main.rs")}`, "bot", "my-bot"],
    [
      "rust-stable",
      "Cargo.toml",
      `${cargo.replace("\n\n", "\nautobins = false\n\n")}${bin("b")}`,
      "b",
      "my-bot",
    ],
    ["gcc13", "CMakeLists.txt", cmake, "build/Crossover", "build/crossover"],
    ["gcc13", "CMakeLists.txt", `${cmake}set_target_properties(x PROPERTIES OUTPUT_NAME "b")`, "b", "c"],
    ["dotnet10", "Trader.csproj", csproj, "out/Trader.dll", "out/Bot.dll"],
    ["dotnet10", "x.csproj", "<AssemblyName>Bot</AssemblyName>", "Bot.dll", "x.dll"],
    ["ghc96", "my-bot.cabal", cabal, "dist/crossover", "dist/my-bot"],
    ["scala3", "pom.xml", pom, "target/my-bot-1.0-all.jar", "target/parent-1.0.jar"],
    ["scala3", "pom.xml", `${pom}<finalName>bot</finalName>`, "bot.jar", "my-bot.jar"],
  ])("of %s must have the name that %s gives (%#)", async (runtime, buildFile, text, right, wrong) => {
    const artifact = runtime === "dotnet10" ? "MZ" : runtime === "scala3" ? "PK\u0003\u0004" : elf();
    const build = { [buildFile]: text };
    expect(await check({ ...build, [right]: artifact }, { runtime, bot: right })).toEqual([]);
    expect(await check({ ...build, [wrong]: artifact }, { runtime, bot: wrong })).toEqual([
      "entrypoint.wrong_name",
    ]);
  });

  it.each([
    ["rust-stable", "Cargo.toml", "[workspace]\nmembers = []\n", "anything"],
    ["rust-stable", "Cargo.toml", cargo, "query", "src/bin/query.rs"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a CMake variable
    ["gcc13", "CMakeLists.txt", "add_executable(${NAME} main.cpp)", "anything"],
    ["gcc13", "Makefile", "bot:", "anything"],
  ])(
    "of %s may have any name where %s gives none (%#)",
    async (runtime, buildFile, text, bot, source = "x.txt") => {
      expect(await check({ [buildFile]: text, [source]: "", [bot]: elf() }, { runtime, bot })).toEqual([]);
    },
  );

  it("of Rust has the name of a source that cargo finds, and not of one that a [[bin]] renames", async () => {
    const sources = {
      "src/lib.rs": "",
      "src/bin/look.rs": "",
      "src/bin/ask/main.rs": "",
      "src/bin/old.rs": "",
    };
    const renamed = `${cargo}${bin("new", "./src/bin/old.rs")}`;
    const codes = (bot: string) =>
      check({ ...sources, "Cargo.toml": renamed, [bot]: elf() }, { runtime: "rust-stable", bot });
    for (const bot of ["look", "ask", "new"]) expect(await codes(`target/release/${bot}`), bot).toEqual([]);
    for (const bot of ["old", "my-bot"])
      expect(await codes(`target/release/${bot}`), bot).toEqual(["entrypoint.wrong_name"]);
  });

  it("is checked against the nearest build file", async () => {
    const files = {
      "Cargo.toml": cargo,
      "query/Cargo.toml": '[package]\nname = "ask"\n',
      "query/ask": elf(),
      "my-bot": elf(),
    };
    const fields = { runtime: "rust-stable", bot: "my-bot", query: "query/ask" };
    expect(await check(files, fields)).toEqual([]);
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
    const uploaded = await inspectArchive(packed.path);
    expect(local.problems.map((problem) => problem.code)).toEqual([
      "bot_schema.not_object_type",
      "bot_schema.no_properties",
      "entrypoint.wrong_architecture",
      "entrypoint.wrong_name",
      "entrypoint.missing",
    ]);
    expect(uploaded.problems).toEqual(local.problems);
    expect(uploaded.readme).toBe("# R\n");
    expect(uploaded.sha256).toBe(packed.sha256);
    expect(uploaded.contentSha256).toBe(packed.contentSha256);
    expect(uploaded.files).toEqual(packed.files);
  });
});
