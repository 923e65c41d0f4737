import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "../src/root.ts";
import { whyNotBuilt } from "../src/run/languages.ts";
import { trx } from "../src/run/trx.ts";

const lacking = await whyNotBuilt("csharp");
const sdk = join(root, "sdks/csharp/src/Botyard");
let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "csharp-"));
});
afterAll(() => rmSync(home, { recursive: true }));

const dotnet = (cwd: string, args: string[], env: Record<string, string> = {}) =>
  promisify(execFile)("dotnet", args, {
    cwd,
    env: { ...process.env, DOTNET_NOLOGO: "1", DOTNET_CLI_TELEMETRY_OPTOUT: "1", ...env },
  });

describe.skipIf(lacking !== undefined)("the packed C# SDK, in a project outside the repository", () => {
  const readme = readFileSync(join(sdk, "README.md"), "utf8");
  const programs = [...readme.matchAll(/^```csharp\n(.*?)^```$/gms)].map(([, text]) => text!);
  const folders = ["bot", "state", "query"];
  const build = (folder: string) => join(home, folder, "out", `${folder}.dll`);

  beforeAll(async () => {
    await dotnet(sdk, ["pack", "--configuration", "Release", "--output", join(home, "feed")]);
    // The packages of this folder cannot be those of another version of the sources.
    const env = { NUGET_PACKAGES: join(home, "packages"), RestoreConfigFile: "" };
    writeFileSync(
      join(home, "nuget.config"),
      `<configuration><packageSources><clear /><add key="feed" value="feed" /></packageSources></configuration>`,
    );
    const [, version] = /dotnet add package Botyard --version (\S+)/.exec(readme)!;
    for (const [at, name] of folders.entries()) {
      mkdirSync(join(home, name));
      writeFileSync(join(home, name, "Program.cs"), programs[at]!);
      writeFileSync(
        join(home, name, `${name}.csproj`),
        `<Project Sdk="Microsoft.NET.Sdk">
          <PropertyGroup>
            <OutputType>Exe</OutputType>
            <TargetFramework>net10.0</TargetFramework>
            <Nullable>enable</Nullable>
            <ImplicitUsings>enable</ImplicitUsings>
            <TreatWarningsAsErrors>true</TreatWarningsAsErrors>
          </PropertyGroup>
        </Project>`,
      );
      await dotnet(join(home, name), ["add", "package", "Botyard", "--version", version!], env);
      await dotnet(join(home, name), ["build", "--output", "out"], env);
    }
  }, 300_000);

  test("has a README with one program for each of these projects", () => {
    expect(programs).toHaveLength(folders.length);
  });

  test("emits a metric and reports its result", async () => {
    const bot = { BOT_ID: "b", BOT_CONFIG: '{"symbol":"MSFT"}' };
    const { stdout } = await dotnet(join(home, "bot"), [build("bot")], bot);
    expect(JSON.parse(stdout)).toMatchObject({ _metric: "price", data: { symbol: "MSFT", value: 187.5 } });
    expect(JSON.parse(readFileSync(join(home, "bot/result.json"), "utf8"))).toEqual({
      status: "success",
      message: "read one price",
    });
  });

  test("keeps state that its queries read", async () => {
    const STATE_DIR = join(home, "kept");
    for (let run = 0; run < 2; run++) await dotnet(join(home, "state"), [build("state")], { STATE_DIR });
    const query = { STATE_DIR, QUERY_PATH: "/runs", QUERY_PARAMS: '{"factor":"10"}' };
    await dotnet(join(home, "query"), [build("query")], query);
    expect(JSON.parse(readFileSync(join(home, "query/result.json"), "utf8"))).toEqual({
      status: "ok",
      data: 20,
    });
  });
});

describe("the report of dotnet test", () => {
  const result = (name: string, outcome: string, more = "") =>
    `<UnitTestResult testName="${name}" outcome="${outcome}">${more}</UnitTestResult>`;
  /** Reads a report with these results, which says that there were `total`. */
  async function read(results: string[], total = results.length, code = 0) {
    const report = join(home, "planted.trx");
    const asked: string[][] = [];
    const outcome = await trx("planted", report, async (args) => {
      asked.push(args);
      writeFileSync(report, `<Results>${results.join("")}</Results><Counters total="${total}" />`);
      return { code, output: "said" };
    });
    return { asked, ...outcome };
  }

  test("gives a verdict for each test, and runs a failed one again alone", async () => {
    const message = "<Output><ErrorInfo><Message>1 &lt; 2</Message></ErrorInfo></Output>";
    const { asked, passed, notRun, failures } = await read([
      result("A.Passes", "Passed"),
      result("A.Fails(text: &quot;x&quot;)", "Failed", message),
      result("A.Waits", "NotExecuted"),
    ]);
    expect({ passed, notRun }).toEqual({ passed: 1, notRun: ["planted A.Waits"] });
    expect(failures).toMatchObject([{ name: 'planted A.Fails(text: "x")', output: "1 < 2" }]);
    await failures[0]!.again!();
    expect(asked[1]!.slice(-2)).toEqual(["--filter", "FullyQualifiedName=A.Fails"]);
  });

  test("fails where tests are missing, or where the command fails without a failed test", async () => {
    const one = [result("A.Passes", "Passed")];
    expect((await read(one, 2)).failures.map(({ name }) => name)).toEqual(["planted: 1 of 2 tests ended"]);
    expect((await read([])).failures.map(({ name }) => name)).toEqual(["planted: 0 of 0 tests ended"]);
    const { failures } = await read(one, 1, 1);
    expect(failures.map(({ name }) => name)).toEqual(["planted: dotnet test exited with code 1"]);
  });
});
