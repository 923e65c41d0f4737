import { readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compiledLanguages } from "../../repo/src/drive/compiled.ts";
import { newProject } from "./compiled-project.ts";
import { dryRun, paths } from "./new-bot.ts";
import { platform, temporary, version } from "./platform.ts";

const language = compiledLanguages.find(({ name }) => name === "csharp")!;
const { whyNot } = language;

describe("a new bot in C#", () => {
  let cwd: string;
  beforeAll(async () => {
    cwd = await newProject(language, "my-bot", "scheduled");
  });
  afterAll(() => rmSync(dirname(cwd), { recursive: true, force: true }));
  const validate = () => platform(["custom-bot", "validate"], { cwd });

  test("is refused before it is built, and when a source is newer than its assembly", async ({ skip }) => {
    expect((await validate()).stderr).toContain(
      'The file "build/my-bot.dll" is not in the package. Build it: dotnet build --configuration Release.',
    );
    skip(whyNot !== undefined, whyNot);
    await language.build(cwd);
    expect(await validate()).toMatchObject({ code: 0, stdout: expect.stringContaining("is valid") });
    const soon = new Date(Date.now() + 60_000);
    const source = join(cwd, "query", "Program.cs");
    utimesSync(source, soon, soon);
    const { code, stderr } = await validate();
    expect({ code, stderr }).toMatchObject({
      code: 6,
      stderr: expect.stringContaining(
        '"build/my-bot-query.dll" was built before "query/Program.cs" was changed. Build it again (dotnet build --configuration Release).',
      ),
    });
    expect(stderr).not.toContain('"build/my-bot.dll" was built');
    const before = new Date(Date.now() - 60_000);
    utimesSync(source, before, before);
  });

  test("is packaged as what the build wrote, without sources and SDK", async ({ skip }) => {
    skip(whyNot !== undefined, whyNot);
    await language.build(cwd);
    const packed = paths((await dryRun(cwd)).document);
    expect(packed.filter((path) => !path.startsWith("build/"))).toEqual([
      ...["README.md", "bot-config.yaml", "bot-schema.json"],
    ]);
    expect(packed).toEqual(
      expect.arrayContaining(
        ["Botyard.dll", "my-bot.dll", "my-bot.runtimeconfig.json"].map((name) => `build/${name}`),
      ),
    );
  });

  test("gets the SDK of this command by an upgrade", async () => {
    const project = join(cwd, "sdk/botyard/src/Botyard/Botyard.csproj");
    const text = readFileSync(project, "utf8");
    writeFileSync(project, text.replace(`<Version>${version}`, "<Version>0.0.1"));
    expect(await platform(["custom-bot", "upgrade"], { cwd })).toMatchObject({ code: 0 });
    expect(readFileSync(project, "utf8")).toBe(text);
    expect(readFileSync(join(cwd, "Directory.Build.props"), "utf8")).toContain(
      '"$(MSBuildThisFileDirectory)sdk/botyard/src/Botyard/Botyard.csproj"',
    );
  });
});

test("a bot in C# cannot have the name of the SDK's assembly", async () => {
  const init = ["custom-bot", "init", "botyard", "--runtime", "dotnet10"];
  expect(await platform(init, { cwd: temporary() })).toMatchObject({ code: 2 });
});
