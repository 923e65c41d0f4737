import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "../../repo/src/root.ts";
import { newBot } from "./new-bot.ts";
import { platform, temporary, version } from "./platform.ts";

/** Upgrades the bot with these files, twice, and returns what their texts are then. */
async function upgraded(files: Record<string, string>, cwd = temporary()): Promise<string[]> {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(cwd, dirname(file)), { recursive: true });
    writeFileSync(join(cwd, file), text);
  }
  for (const changed of [true, false]) {
    const { stdout } = await platform(["custom-bot", "upgrade", "--json"], { cwd });
    expect(JSON.parse(stdout)).toEqual({ version, sdk: "sdk/botyard", changed });
  }
  expect(existsSync(join(cwd, "sdk/botyard/src"))).toBe(true);
  return Object.keys(files).map((file) => readFileSync(join(cwd, file), "utf8"));
}

const readme = (sdk: string, language: string) =>
  new RegExp(`\`\`\`${language}\n([^\`]*)\`\`\``).exec(
    readFileSync(join(root, "sdks", sdk, "README.md"), "utf8"),
  )![1]!;

describe("a bot in C# that requires the package", () => {
  const project = (...lines: string[]) =>
    ['<Project Sdk="Microsoft.NET.Sdk">', ...lines.map((line) => `  ${line}`), "</Project>", ""].join("\n");
  const group = (line: string) => ["<ItemGroup>", `  ${line}`, "</ItemGroup>"];
  const byVersion = group('<PackageReference Include="Botyard" Version="0.1.0" />');
  const reference = (path: string) =>
    group(`<ProjectReference Include="${path}sdk/botyard/src/Botyard/Botyard.csproj" />`);
  const withoutSdk = [
    "<ItemGroup>",
    "  <!-- The SDK is a project of its own. -->",
    '  <Compile Remove="sdk/**" />',
    "</ItemGroup>",
  ];

  test("in a project in its folder refers to the sources and does not compile them itself", async () => {
    expect(await upgraded({ "my-bot.csproj": project(...byVersion) })).toEqual([
      project(...reference(""), ...withoutSdk),
    ]);
  });

  test("in projects in folders of theirs refers to the sources from there", async () => {
    const files = { "bot/bot.csproj": project(...byVersion), "query/query.csproj": project(...byVersion) };
    const expected = project(...reference("../"));
    expect(await upgraded(files)).toEqual([expected, expected]);
  });

  test("for all projects refers to the sources from there", async () => {
    const child = group('<PackageReference Include="Botyard"><Version>0.1.0</Version></PackageReference>');
    const files = {
      "Directory.Build.props": project(...child),
      "my-bot.csproj": project("<!-- mine -->"),
    };
    expect(await upgraded(files)).toEqual([
      project(...reference("$(MSBuildThisFileDirectory)")),
      project("<!-- mine -->", ...withoutSdk),
    ]);
  });

  test("keeps its own way to leave out the sources, and other packages", async () => {
    const excluded =
      "<PropertyGroup><DefaultItemExcludes>$(DefaultItemExcludes);sdk/**</DefaultItemExcludes></PropertyGroup>";
    const other = group('<PackageReference Include="Botyard.Indicators" Version="2.0.0" />');
    expect(await upgraded({ "my-bot.csproj": project(excluded, ...byVersion, ...other) })).toEqual([
      project(excluded, ...reference(""), ...other),
    ]);
  });
});

describe("a bot in Scala that requires the artifact", () => {
  const scala = ["--runtime", "scala3"];
  const element = (name: string, of: string) =>
    new RegExp(`\n *<${name}>\\s*<groupId>[^<]*</groupId>\\s*<artifactId>${of}</artifactId>[^]*?</${name}>`);
  const property = /\n *<!-- The sources of the SDK. -->\n *<botyard.sdk>.*/;
  const artifact = readme("scala", "xml").trimEnd();

  test("compiles the sources with their dependencies", async () => {
    const cwd = await newBot(...scala);
    const text = readFileSync(join(cwd, "pom.xml"), "utf8")
      .replace(property, "")
      .replace(element("dependency", "upickle_3"), `\n${artifact.replaceAll(/^/gm, "    ")}`)
      .replace(element("dependency", "netty-codec-http"), "")
      .replace(element("plugin", "build-helper-maven-plugin"), "");
    const fresh = readFileSync(join(cwd, "pom.xml"), "utf8");
    const [pom] = await upgraded({ "pom.xml": text });
    expect(pom).not.toContain("io.botyard");
    for (const name of ["upickle_3", "netty-codec-http"])
      expect(pom).toContain(element("dependency", name).exec(fresh)![0]);
    expect(pom).toMatch(property);
    expect(element("plugin", "build-helper-maven-plugin").exec(pom!)![0]).toContain(
      `<source>\${botyard.sdk}/src/main/scala</source>`,
    );
  });

  test("keeps the dependencies and sources that it has itself", async () => {
    const dependency = (name: string, of: string) =>
      `<dependency><groupId>${of}</groupId><artifactId>${name}</artifactId><version>9</version></dependency>`;
    const own = [
      dependency("scala3-library_3", "org.scala-lang"),
      dependency("upickle_3", "com.lihaoyi"),
      dependency("netty-codec-http", "io.netty"),
    ];
    const execution = "<execution><id>mine</id></execution>";
    const [pom] = await upgraded({
      "pom.xml": `<project>
  <!-- ${artifact} -->
  <dependencies>
    ${[...own, artifact].join("\n    ")}
  </dependencies>
  <build>
    <plugins>
      <plugin>
        <artifactId>build-helper-maven-plugin</artifactId>
        <executions>
          ${execution}
        </executions>
      </plugin>
    </plugins>
  </build>
</project>
`,
    });
    expect(pom).toContain(`\n    ${own.join("\n    ")}\n  </dependencies>`);
    expect(pom).toContain(`${execution}\n          <execution>\n            <id>botyard</id>`);
    expect(pom!.match(/<plugin>/g)).toHaveLength(1);
    expect(pom).toMatch(
      / {2}<properties>\n.*\n {4}<botyard.sdk>sdk\/botyard<\/botyard.sdk>\n {2}<\/properties>/,
    );
  });
});

describe("a bot in Haskell that depends on the package", () => {
  const cabal = readme("haskell", "cabal");

  test("has the sources among the packages of a new project, in whichever version they are", async () => {
    const cwd = temporary();
    const [text] = await upgraded({ "my-bot.cabal": cabal }, cwd);
    expect(text).toBe(cabal.replace("botyard ^>=0.1.0", "botyard"));
    expect(readFileSync(join(cwd, "cabal.project"), "utf8")).toBe("packages: . sdk/botyard\n");
  });

  test.each([
    ["packages: .\n", "packages: sdk/botyard .\n"],
    [
      "packages:\n  ./*.cabal\n  lib\ntests: True\n",
      "packages: sdk/botyard\n  ./*.cabal\n  lib\ntests: True\n",
    ],
    ["packages:\n  .\n  ../botyard/\n", "packages:\n  .\n  sdk/botyard\n"],
    ["tests: True\n", "packages: . sdk/botyard\ntests: True\n"],
  ])("has them among those of its project %j", async (before, after) => {
    expect((await upgraded({ "cabal.project": before, "my-bot.cabal": cabal }))[0]).toBe(after);
  });

  test.each([
    ["\n    , aeson\n    , botyard >=0.1 && <0.3\n    , text", "\n    , aeson\n    , botyard\n    , text"],
    ["\n      botyard ^>={ 0.1.0, 0.2.0 },\n      text", "\n      botyard,\n      text"],
    [" botyard-extra ^>=0.1.0, botyard == 0.1.*", " botyard-extra ^>=0.1.0, botyard"],
  ])("loses no other dependency in %j", async (before, after) => {
    const withDependencies = (field: string) =>
      `executable my-bot\n  build-depends:${field}\n  -- botyard ^>=0.1.0\n`;
    expect(await upgraded({ "my-bot.cabal": withDependencies(before) })).toEqual([withDependencies(after)]);
  });

  test("is not a package that only mentions it", async () => {
    const cwd = temporary();
    writeFileSync(join(cwd, "tool.cabal"), "name: botyard-tool\nsynopsis: for botyard\n");
    expect(await platform(["custom-bot", "upgrade"], { cwd })).toMatchObject({ code: 6 });
  });
});
