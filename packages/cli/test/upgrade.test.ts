import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { dryRun, newBot } from "./new-bot.ts";
import { platform, temporary, version } from "./platform.ts";

describe("a bot that requires the SDK by version, as created by older commands,", () => {
  const node = ["--runtime", "nodejs24"];
  const pinned = async (...args: string[]) => {
    const cwd = await newBot(...args);
    const [file, ask] =
      args.length > 0 ? ["package.json", version] : ["requirements.txt", `botyard==${version}`];
    const text = readFileSync(join(cwd, file), "utf8");
    writeFileSync(join(cwd, file), text.replace(/file:.*\.tgz|\.\/sdk\/.*\.whl/, ask));
    rmSync(join(cwd, "sdk"), { recursive: true });
    return cwd;
  };

  test("is deployed with the SDK included in the command", async () => {
    const env = { PATH: "/nowhere" };
    const [python, javascript] = await Promise.all([pinned(), pinned(...node)]);
    expect((await dryRun(python, env)).document.vendored).toEqual([
      `vendored botyard ${version} into vendor/, from the wheel included in this command`,
    ]);
    expect((await dryRun(javascript, env)).document.vendored).toEqual([
      `vendored @botyard/sdk ${version} into node_modules/, from the tarball included in this command`,
    ]);
  });

  test("is changed to the SDK in its folder by upgrade, which changes nothing the second time", async () => {
    for (const args of [[], node]) {
      const [cwd, fresh] = await Promise.all([pinned(...args), newBot(...args)]);
      const upgrade = () => platform(["custom-bot", "upgrade", "--json"], { cwd });
      expect(JSON.parse((await upgrade()).stdout)).toMatchObject({ version, changed: true });
      expect(JSON.parse((await upgrade()).stdout)).toMatchObject({ version, changed: false });
      for (const file of [args.length > 0 ? "package.json" : "requirements.txt", ...filesBelow(fresh, "sdk")])
        expect(readFileSync(join(cwd, file)).equals(readFileSync(join(fresh, file))), file).toBe(true);
    }
  });

  test("must be upgraded before npm can lock other packages", async () => {
    const cwd = await pinned(...node);
    const project = JSON.parse(readFileSync(join(cwd, "package.json"), "utf8"));
    project.dependencies["tiny-indicator"] = "2.0.0";
    writeFileSync(join(cwd, "package.json"), JSON.stringify(project));
    const { stderr } = await platform(["custom-bot", "deploy", "--dry-run"], { cwd });
    expect(stderr).toMatch(/platform custom-bot upgrade \(.*\), then npm install --package-lock-only/);
  });
});

describe("an SDK of another version in the folder", () => {
  test("is packaged, the included version is reported, and upgrade replaces it", async () => {
    const cwd = await newBot("--runtime", "nodejs24");
    const older = "sdk/botyard-sdk-0.0.1.tgz";
    renameSync(join(cwd, `sdk/botyard-sdk-${version}.tgz`), join(cwd, older));
    const text = readFileSync(join(cwd, "package.json"), "utf8");
    writeFileSync(join(cwd, "package.json"), text.replace(/sdk\/.*\.tgz/, older));
    const { document, stderr } = await dryRun(cwd);
    expect(document.vendored).toEqual([`vendored @botyard/sdk 0.0.1 into node_modules/, from ${older}`]);
    expect(stderr).toContain(`version 0.0.1; this command includes ${version}`);
    expect((await platform(["custom-bot", "upgrade"], { cwd })).stdout).toBe(
      `package.json uses SDK ${version} from sdk/botyard-sdk-${version}.tgz.\n`,
    );
    expect(filesBelow(cwd, "sdk")).toEqual([`sdk/botyard-sdk-${version}.tgz`]);
    expect((await dryRun(cwd)).stderr).not.toContain("this command includes");
  });

  test("that is missing fails the deployment, and upgrade is suggested", async () => {
    const cwd = await newBot();
    rmSync(join(cwd, "sdk"), { recursive: true });
    const { code, stderr } = await platform(["custom-bot", "deploy"], { cwd });
    expect(code).toBe(6);
    expect(stderr).toMatch(/refers to the SDK in sdk\/botyard-.*\.whl, which does not exist/);
    expect(stderr).toContain("next: platform custom-bot upgrade");
  });

  test("a folder that does not require the SDK cannot be upgraded", async () => {
    expect(await platform(["custom-bot", "upgrade"], { cwd: temporary() })).toMatchObject({
      code: 6,
      stderr: expect.stringContaining("Directory.Build.props, *.csproj, pom.xml, cabal.project and *.cabal"),
    });
  });
});

const filesBelow = (cwd: string, folder: string) =>
  readdirSync(join(cwd, folder)).map((name) => `${folder}/${name}`);
