import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Settings, startPlatform } from "@botyard/server";
import { pino } from "pino";
import { expect, test } from "vitest";
import { mocked } from "./mocked.ts";
import { newBot, paths } from "./new-bot.ts";
import { afterThisTest, platform, temporary } from "./platform.ts";
import { wheel } from "./wheels.ts";

/** A platform with these settings, and its address and key in the environment. */
async function served(settings: Partial<Settings>) {
  const log = pino({ level: "silent" });
  const options = { dataDir: temporary(), port: 0, settings, log, env: {} };
  const at = await startPlatform({
    ...options,
    isolation: process.getuid?.() === 0 ? "auto" : "none",
    network: "host",
  });
  afterThisTest(() => at.close());
  return { PLATFORM_API_URL: at.apiUrl, PLATFORM_API_KEY: readFileSync(at.newKeyFile!, "utf8").trim() };
}

/** A bot that depends on a package with large tests. */
async function botWithTests() {
  const cwd = await newBot();
  const wheels = temporary();
  const noise = Buffer.from(crypto.getRandomValues(new Uint8Array(60_000)));
  wheel(wheels, "averages", { files: { "averages/tests/data.bin": noise, "averages/core.py": "X = 1\n" } });
  writeFileSync(join(cwd, "requirements.txt"), "averages\n");
  const deploy = async (env: Record<string, string>, ...args: string[]) => {
    const pip = { HOME: process.env.HOME!, PIP_NO_INDEX: "1", PIP_FIND_LINKS: wheels };
    return platform(["custom-bot", "deploy", "--json", ...args], { cwd, env: { ...pip, ...env } });
  };
  return { cwd, deploy };
}

test("deploy and validate ask the platform for its limits, and refuse a folder before anything is installed", async () => {
  const env = await served({ packageFiles: 2, packageBytes: 1024 });
  const { cwd, deploy } = await botWithTests();
  for (const ended of [await deploy(env), await platform(["custom-bot", "validate"], { cwd, env })]) {
    expect(ended.code).toBe(6);
    expect(ended.stdout + ended.stderr).toMatch(/The package has \d+ files; at most 2 are allowed\./);
    expect(ended.stdout + ended.stderr).toMatch(
      /The files have \d+ bytes in total; at most 1024 are allowed\./,
    );
    expect(ended.stderr).not.toContain("pip");
  }
  // Without a key, the defaults apply.
  expect((await platform(["custom-bot", "validate"], { cwd })).code).toBe(0);
});

test("a higher limit of the platform is in force in the command line, too", async () => {
  const { cwd } = await botWithTests();
  writeFileSync(join(cwd, "requirements.txt"), "");
  for (let number = 0; number < 30; number++) writeFileSync(join(cwd, `file${number}.txt`), "x");
  const args = ["custom-bot", "validate"];
  expect((await platform(args, { cwd, env: await served({ packageFiles: 20 }) })).code).toBe(6);
  expect((await platform(args, { cwd, env: await served({ packageFiles: 40 }) })).code).toBe(0);
});

test("a package with a file that is too large keeps its dependencies, and .platformignore makes it smaller", async () => {
  const env = await served({ uploadBytes: 40_000 });
  const { cwd, deploy } = await botWithTests();
  const refused = await deploy(env);
  expect(refused.code).not.toBe(0);
  expect(refused.stderr).toMatch(
    /The file has \d+ bytes when it is compressed; the platform accepts at most 40000 in one upload/,
  );
  expect(refused.stderr).toContain("vendor/**/tests/");
  writeFileSync(join(cwd, ".platformignore"), "vendor/**/tests/\n");
  // Without Python nothing could be installed.
  const accepted = await deploy({ ...env, PLATFORM_PYTHON: "/nowhere" });
  expect([accepted.code, accepted.stderr], accepted.stderr).toEqual([
    0,
    expect.stringContaining("Using the dependencies of the last deploy"),
  ]);
  const document = JSON.parse(accepted.stdout);
  expect(document.vendored).toContainEqual(expect.stringMatching(/leaves out 1 files .* \(58\.6 KiB\)/));
  expect(paths(document)).toContain("vendor/averages/core.py");
  expect(paths(document)).not.toContain("vendor/averages/tests/data.bin");
});

test("dependencies are installed again if their declaration changed since the refusal", async () => {
  const env = await served({ uploadBytes: 40_000 });
  const { cwd, deploy } = await botWithTests();
  await deploy(env);
  writeFileSync(join(cwd, "requirements.txt"), "averages==1.0\n");
  expect((await deploy({ ...env, PLATFORM_PYTHON: "/nowhere" })).stderr).toContain("requires Python 3.11");
});

test("a deploy that cannot reach its platform installs nothing", async () => {
  const { deploy } = await botWithTests();
  const env = { PLATFORM_API_URL: "http://127.0.0.1:9", PLATFORM_API_KEY: "bk_x_y" };
  const { code, stderr } = await deploy(env);
  expect(code).not.toBe(0);
  expect(stderr).not.toContain("pip");
  const dry = await deploy(env, "--dry-run");
  expect([dry.code, dry.stderr]).toEqual([0, expect.stringContaining("the defaults apply")]);
});

test.each([
  ["tests/", true],
  ["vendor/averages/tests/", true],
  ["vendor/", false],
  ["vendor/*", false],
  ["/vendor/**", false],
  ["node_modules/", false],
  ["# tests/", false],
])("the line %s of .platformignore leaves out files of dependencies: %s", async (line, leavesOut) => {
  const { cwd, deploy } = await botWithTests();
  writeFileSync(join(cwd, ".platformignore"), `${line}\n`);
  const { stdout, stderr } = await deploy({}, "--dry-run");
  expect(paths(JSON.parse(stdout)).includes("vendor/averages/tests/data.bin"), stderr).toBe(!leavesOut);
  const applies = !/^\/?vendor\/(\*\*?)?$/.test(line);
  expect(stderr.includes(`.platformignore: the line ${line} does not apply`)).toBe(!applies);
});

test.each([
  ["has no GET /system", { status: 404 }],
  [
    "does not tell them",
    { status: 200, body: '{ "version": "0.0.1" }', headers: { "content-type": "application/json" } },
  ],
])("a platform that %s gets a package within the usual limits", async (_, answer) => {
  const { env } = await mocked({ failures: [{ operation: "getSystem", ...answer }] });
  const cwd = await newBot();
  const { code, stderr } = await platform(["custom-bot", "deploy"], { cwd, env });
  expect([code, stderr]).toEqual([0, expect.stringContaining("Uploading")]);
});
