import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { compiledLanguages } from "../../repo/src/drive/compiled.ts";
import { describeNewBot } from "./describe-new-bot.ts";
import { paths } from "./new-bot.ts";
import { platform, temporary, version } from "./platform.ts";

const { build, whyNot } = compiledLanguages.find(({ name }) => name === "csharp")!;

describeNewBot({
  title: "C#",
  name: "csharp",
  unbuilt:
    'The file "build/my-bot.dll" is not in the package. Build it: dotnet build --configuration Release.',
  source: "query/Program.cs",
  stale:
    '"build/my-bot-query.dll" was built before "query/Program.cs" was changed. Build it again (dotnet build --configuration Release).',
  fresh: '"build/my-bot.dll" was built',
  main: "bot/Program.cs",
  packed(document) {
    const packed = paths(document);
    expect(packed.filter((path) => !path.startsWith("build/"))).toEqual([
      ...["README.md", "bot-config.yaml", "bot-schema.json"],
    ]);
    expect(packed).toEqual(
      expect.arrayContaining(
        ["Botyard.dll", "my-bot.dll", "my-bot.runtimeconfig.json"].map((name) => `build/${name}`),
      ),
    );
  },
  metric: '{"symbol":"AAPL","count":1}',
  more(cwd) {
    test("that was built for .NET 8 runs on the runtime of the alias dotnet8", async ({ skip }) => {
      skip(whyNot !== undefined, whyNot);
      const folder = join(temporary(), "older");
      cpSync(cwd(), folder, { recursive: true });
      const config = join(folder, "build/my-bot.runtimeconfig.json");
      const built = JSON.parse(readFileSync(config, "utf8"));
      for (const one of [built.runtimeOptions.framework, ...(built.runtimeOptions.frameworks ?? [])])
        if (one) one.version = "8.0.0";
      writeFileSync(config, JSON.stringify(built));
      const declared = join(folder, "bot-config.yaml");
      writeFileSync(declared, readFileSync(declared, "utf8").replace("dotnet10", "dotnet8"));
      expect(await platform(["dev", "--tick", "now"], { cwd: folder })).toMatchObject({ code: 0 });
    });

    test("does not name the folder in which it was built", () => {
      for (const file of ["my-bot.dll", "my-bot.pdb", "my-bot-query.pdb"]) {
        const built = readFileSync(join(cwd(), "build", file));
        expect(built.includes(basename(dirname(cwd())))).toBe(false);
      }
    });

    test("gets the SDK of this command by an upgrade", async () => {
      const project = join(cwd(), "sdk/botyard/src/Botyard/Botyard.csproj");
      const text = readFileSync(project, "utf8");
      writeFileSync(project, text.replace(`<Version>${version}`, "<Version>0.0.1"));
      expect(await platform(["custom-bot", "upgrade"], { cwd: cwd() })).toMatchObject({ code: 0 });
      expect(readFileSync(project, "utf8")).toBe(text);
      expect(readFileSync(join(cwd(), "Directory.Build.props"), "utf8")).toContain(
        '"$(MSBuildThisFileDirectory)sdk/botyard/src/Botyard/Botyard.csproj"',
      );
    });
  },
});

test("a bot in C# with its project in its folder and the SDK as a package builds after an upgrade", {
  timeout: 120_000,
}, async ({ skip }) => {
  skip(whyNot !== undefined, whyNot);
  const cwd = temporary();
  const project = `<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <OutputType>Exe</OutputType>
    <TargetFramework>net10.0</TargetFramework>
  </PropertyGroup>
  <ItemGroup>
    <PackageReference Include="Botyard" Version="${version}" />
  </ItemGroup>
</Project>`;
  writeFileSync(join(cwd, "my-bot.csproj"), project);
  writeFileSync(join(cwd, "Program.cs"), 'Botyard.Bot.Success("built");');
  expect(await platform(["custom-bot", "upgrade"], { cwd })).toMatchObject({ code: 0 });
  await build(cwd);
  expect(existsSync(join(cwd, "bin/Release/net10.0/my-bot.dll"))).toBe(true);
});

test("a bot in C# cannot have the name of the SDK's assembly", async () => {
  const init = ["custom-bot", "init", "botyard", "--runtime", "dotnet10"];
  expect(await platform(init, { cwd: temporary() })).toMatchObject({ code: 2 });
});
