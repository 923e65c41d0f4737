import { randomUUID } from "node:crypto";
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { writeZip } from "../src/sdks/zip.ts";
import { mocked } from "./mocked.ts";
import { newBot } from "./new-bot.ts";
import { platform, temporary, version } from "./platform.ts";

/** Writes a wheel of this version, which pip finds in the folder. */
function wheel(folder: string, number: string): void {
  const info = `tiny_indicator-${number}.dist-info`;
  const text = (path: string, content: string) => ({ path, content: Buffer.from(content) });
  const files = [
    text("tiny_indicator.py", `VERSION = "${number}"\n`),
    text(`${info}/METADATA`, `Metadata-Version: 2.1\nName: tiny-indicator\nVersion: ${number}\n`),
    text(`${info}/WHEEL`, "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"),
    text(`${info}/RECORD`, ""),
  ];
  writeFileSync(join(folder, `tiny_indicator-${number}-py3-none-any.whl`), writeZip(files));
}

async function botWithDependency() {
  const { mock, env } = await mocked();
  const cwd = await newBot();
  const wheels = temporary();
  wheel(wheels, "2.0");
  const sdk = `./sdk/botyard-${version}-py3-none-any.whl`;
  writeFileSync(join(cwd, "requirements.txt"), `${sdk}\ntiny-indicator>=1  # averages\n`);
  const pip = { PIP_NO_INDEX: "1", PIP_FIND_LINKS: wheels, HOME: process.env.HOME! };
  const deploy = async (args: string[] = [], more: Record<string, string> = {}) => {
    mock.clearRequests();
    const ended = await platform(["custom-bot", "deploy", "--json", ...args], {
      cwd,
      env: { ...env, ...pip, ...more },
    });
    const uploads = mock.requests.filter(({ operation }) =>
      /^(upload|sendFiles)/.test(operation ?? ""),
    ).length;
    return { ...ended, uploads, document: ended.code === 0 ? JSON.parse(ended.stdout) : undefined };
  };
  return { cwd, wheels, deploy };
}

test("an unchanged deploy installs nothing, uploads nothing and cannot become other content", async () => {
  const { cwd, wheels, deploy } = await botWithDependency();
  const first = await deploy();
  expect([first.code, first.uploads, first.document?.already], first.stderr).toEqual([0, 3, false]);
  expect(first.document.vendored[0]).toContain("tiny_indicator 2.0");
  // From now on pip would choose another version.
  wheel(wheels, "3.0");
  const second = await deploy();
  expect(second.document).toEqual({ ...first.document, already: true, bytes: 0 });
  expect([second.uploads, second.stderr.includes("pip")]).toEqual([0, false]);
  expect(second.stderr).toContain(
    "Using the dependencies of the last deploy; --reinstall installs them again.",
  );
  // Without Python nothing could be installed.
  const third = await deploy([], { PLATFORM_PYTHON: "/nowhere" });
  expect(third.document).toEqual(second.document);
  const forced = await deploy(["--again"]);
  expect([forced.uploads, forced.document.already]).toEqual([1, true]);
  rmSync(join(cwd, ".botyard"), { recursive: true });
  expect((await deploy()).stderr).toContain("already exists with different content");
});

test("a changed file needs no installation; changed requirements and --reinstall do", async () => {
  const { cwd, wheels, deploy } = await botWithDependency();
  const first = (await deploy(["--dry-run"])).document;
  wheel(wheels, "3.0");
  expect((await deploy(["--dry-run"])).document).toEqual(first);
  appendFileSync(join(cwd, "bot.py"), "# changed\n");
  const changed = await deploy(["--dry-run"]);
  expect(changed.document.content_sha256).not.toBe(first.content_sha256);
  expect([changed.document.vendored, changed.stderr.includes("pip")]).toEqual([first.vendored, false]);
  const reinstalled = (await deploy(["--dry-run", "--reinstall"])).document;
  expect(reinstalled.vendored[0]).toContain("tiny_indicator 3.0");
  expect((await deploy(["--dry-run"])).document).toEqual(reinstalled);
  appendFileSync(join(cwd, "requirements.txt"), "tiny-indicator<3\n");
  expect((await deploy(["--dry-run"])).document.vendored[0]).toContain("tiny_indicator 2.0");
});

test("damaged kept dependencies are not used", async () => {
  const { cwd, deploy } = await botWithDependency();
  const first = (await deploy(["--dry-run"])).document;
  writeFileSync(join(cwd, ".botyard", "installed", "files", "vendor", "tiny_indicator.py"), "damaged");
  const second = await deploy(["--dry-run"]);
  expect(second.document).toEqual(first);
  expect(second.stderr).toContain("with pip");
});

test.each([
  "-r more.txt",
  "-rmore.txt",
  "--find-links ./wheels",
  "./wheels/tiny_indicator-2.0-py3-none-any.whl",
  "tiny_indicator-2.0-py3-none-any.whl",
])("a requirement that names other files (%s) is installed each time", async (line) => {
  const { cwd, wheels, deploy } = await botWithDependency();
  writeFileSync(join(cwd, "more.txt"), "tiny-indicator\n");
  cpSync(wheels, join(cwd, "wheels"), { recursive: true });
  cpSync(wheels, cwd, { recursive: true });
  appendFileSync(join(cwd, "requirements.txt"), `${line}\n`);
  expect((await deploy(["--dry-run"])).stderr).toContain("with pip");
  expect(existsSync(join(cwd, ".botyard", "installed"))).toBe(false);
});

test("a dependency by a path without file: is installed each time", async () => {
  const { env } = await mocked();
  const cwd = await newBot("--runtime", "nodejs24");
  const library = join(cwd, "..", `library-${randomUUID()}`);
  mkdirSync(library);
  writeFileSync(join(library, "package.json"), '{ "name": "library", "version": "1.0.0" }');
  const path = relative(cwd, library);
  const file = join(cwd, "package.json");
  const project = JSON.parse(readFileSync(file, "utf8"));
  project.dependencies.library = path;
  writeFileSync(file, JSON.stringify(project));
  const packages = {
    "": { dependencies: project.dependencies },
    "node_modules/library": { version: "1.0.0", resolved: `file:${path}` },
  };
  writeFileSync(join(cwd, "package-lock.json"), JSON.stringify({ lockfileVersion: 3, packages }));
  const deploy = () =>
    platform(["custom-bot", "deploy", "--dry-run"], { cwd, env: { ...env, HOME: process.env.HOME! } });
  expect((await deploy()).stderr).toContain("with npm");
  expect((await deploy()).stderr).toContain("with npm");
  rmSync(library, { recursive: true });
});
