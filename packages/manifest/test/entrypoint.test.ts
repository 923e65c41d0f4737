import { describe, expect, it } from "vitest";
import { checkPackageDir } from "../src/index.ts";
import { type BotFields, botFolder, elf } from "./bot-folder.ts";

const check = async (files: Record<string, string | Uint8Array>, fields: BotFields = {}) => {
  const checked = await checkPackageDir(await botFolder(files, fields));
  return checked.problems.map((problem) => problem.code);
};

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
