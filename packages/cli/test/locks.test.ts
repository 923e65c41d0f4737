import { createHash } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { type IndexServer, indexServer, locked, uvLock } from "./index-server.ts";
import { newBot, paths } from "./new-bot.ts";
import { platform, version } from "./platform.ts";

let cwd: string;
let index: IndexServer;
beforeEach(async () => {
  [cwd, index] = await Promise.all([newBot(), indexServer()]);
  rmSync(join(cwd, "requirements.txt"));
  for (const name of ["outer", "backport", "speed", "windows_only", "tool"]) index.wheel(name);
  for (const version of ["1.0", "2.0"]) index.wheel("inner", { version });
});

const write = (file: string, text: string) => writeFileSync(join(cwd, file), text);
const project = (dependencies: string, more = "") =>
  write(
    "pyproject.toml",
    `[project]\nname = "my-bot"\nversion = "0.1.0"\ndependencies = [${dependencies}]\n${more}`,
  );

async function deploy(...args: string[]) {
  const env = { HOME: process.env.HOME!, PIP_INDEX_URL: index.url, PIP_FIND_LINKS: "" };
  const ended = await platform(["custom-bot", "deploy", "--dry-run", "--json", ...args], { cwd, env });
  return { ...ended, document: ended.code === 0 ? JSON.parse(ended.stdout) : undefined };
}

const outer = () =>
  locked(index, "outer", {
    dependencies: `{ name = "inner" }, { name = "backport", marker = "python_full_version < '3.99'" }`,
    extras: '[package.optional-dependencies]\nfast = [{ name = "speed" }]\n',
  });

const everything = () =>
  uvLock(
    `{ name = "outer", extra = ["fast"] }, { name = "windows-only", marker = "sys_platform == 'win32'" }`,
    `{ name = "outer", extras = ["fast"], specifier = ">=1" }, { name = "windows-only", marker = "sys_platform == 'win32'" }`,
    ...[outer(), locked(index, "inner"), locked(index, "backport"), locked(index, "speed")],
    ...[locked(index, "windows_only"), locked(index, "tool")],
  );
const declared = `"outer[fast]>=1", "windows-only ; sys_platform == 'win32'"`;

test("the versions, extras and markers of uv.lock are packed, and no group", async () => {
  project(declared, '[dependency-groups]\ndev = ["tool"]\n');
  write("uv.lock", everything());
  const { document, stderr } = await deploy();
  expect(stderr).toContain("Installing uv.lock into vendor/ with pip");
  expect(document.vendored[0]).toContain(
    "vendored backport 1.0, inner 1.0, outer 1.0, speed 1.0 into vendor/",
  );
  expect(paths(document)).toContain("vendor/speed/__init__.py");
});

test("the packages of a lock file are those for the platform's Python, not for the one that runs pip", async () => {
  const row =
    "{ kind: interpreted, tool: { names: [python3.99], minimum: '3.99' }, entryExtensions: [.py], bot: ['{tool}', '{entry}'] }";
  write("runtimes.yaml", `python399: ${row}\n`);
  write(
    "bot-config.yaml",
    "name: my-bot\nversion: 1.0.0\ntype: realtime\nruntime: python399\nentrypoints: { bot: bot.py }\nschema: { bot: bot-schema.json }\n",
  );
  project(declared);
  write("uv.lock", everything());
  const { document } = await deploy("--runtimes", "runtimes.yaml");
  expect(document.vendored[0]).toContain("vendored inner 1.0, outer 1.0, speed 1.0 into vendor/");
});

test("a package that is not the locked one is not installed", async () => {
  project('"inner"');
  write("uv.lock", uvLock('{ name = "inner" }', '{ name = "inner" }', locked(index, "inner")));
  index.wheel("inner", { version: "1.0", files: { "inner/evil.py": "" } });
  const { code, stderr } = await deploy();
  expect(code).toBe(1);
  expect(stderr).toContain("pip could not install uv.lock; nothing was uploaded.");
  expect(stderr).toMatch(/DO NOT MATCH THE HASHES/);
});

test.each([
  [
    "requires another package",
    '"inner", "outer"',
    /uv\.lock is out of date: pyproject\.toml requires outer\./,
  ],
  ["no longer requires a package", "", /uv\.lock is out of date: pyproject\.toml no longer requires inner\./],
  [
    "requires another version",
    '"inner>=2"',
    /uv\.lock is out of date: it has inner 1\.0, but pyproject\.toml requires inner>=2\./,
  ],
])("a uv.lock is refused if pyproject.toml %s", async (_, dependencies, why) => {
  project(dependencies);
  write("uv.lock", uvLock('{ name = "inner" }', '{ name = "inner" }', locked(index, "inner")));
  const { code, stderr } = await deploy();
  expect([code, stderr]).toEqual([6, expect.stringMatching(why)]);
  expect(stderr).toContain("uv lock");
});

test("a package from a Git repository is refused, unless the bot does not need it", async () => {
  project(`"inner", "windows-only ; sys_platform == 'win32'"`);
  const git = '{ git = "https://s3cret@127.0.0.1/lib?rev=main#0123" }';
  const requires = `{ name = "inner" }, { name = "windows-only", marker = "sys_platform == 'win32'" }`;
  const lock = (marker: string) =>
    write(
      "uv.lock",
      uvLock(
        `{ name = "inner" }, { name = "windows-only"${marker} }`,
        requires,
        locked(index, "inner"),
        locked(index, "windows_only", { source: git }),
      ),
    );
  lock("");
  const { code, stderr } = await deploy();
  expect(code).toBe(6);
  expect(stderr).toContain("uv.lock takes windows-only from the Git repository https://****@127.0.0.1/lib");
  lock(`, marker = "sys_platform == 'win32'"`);
  expect((await deploy()).document.vendored[0]).toContain("vendored inner 1.0 into");
});

const poetryLock = (hash: string) => `
[[package]]
name = "outer"
version = "1.0"
optional = false
python-versions = "*"
groups = ["main"]
files = [{file = "outer.whl", hash = "${index.hash("outer")}"}]

[package.dependencies]
inner = ">=1"

[[package]]
name = "inner"
version = "1.0"
optional = false
python-versions = "*"
groups = ["main", "dev"]
markers = {main = "python_version >= \\"3.11\\"", dev = "sys_platform == \\"win32\\""}
files = [{file = "inner.whl", hash = "${index.hash("inner")}"}]

[[package]]
name = "windows-only"
version = "1.0"
optional = false
python-versions = "*"
groups = ["main"]
markers = "sys_platform == \\"win32\\" or extra == \\"all\\""
files = [{file = "w.whl", hash = "${index.hash("windows_only")}"}]

[[package]]
name = "tool"
version = "1.0"
optional = false
python-versions = "*"
groups = ["dev"]
files = [{file = "tool.whl", hash = "${index.hash("tool")}"}]

[metadata]
lock-version = "2.1"
python-versions = "^3.11"
content-hash = "${hash}"
`;

/** Projects with the digests that Poetry 2.5.1 has written for them. */
const ofPoetry = [
  [
    "in [project]",
    '[project]\nname = "my-bot"\nrequires-python = ">=3.11"\ndependencies = ["outer[fast]>=1"]\n\n[dependency-groups]\ndev = ["tool"]\n',
    "8fcfd1159ab018ee68b193bf6caecdc7e86d44d47b7fd7ebb3c8ba49fcce2653",
  ],
  [
    "in [project], by a Poetry that ignores groups",
    '[project]\nname = "my-bot"\nrequires-python = ">=3.11"\ndependencies = ["outer[fast]>=1"]\n\n[dependency-groups]\ndev = ["tool"]\n',
    "ad3efa3f51a511dc41c323fd59347fbaa21bae4388814ef358af3ff4588173f8",
  ],
  [
    "in [tool.poetry]",
    `[tool.poetry]
package-mode = false

[tool.poetry.dependencies]
python = "^3.11"
outer = { version = "^1", extras = ["fast"] }
"ünlike" = { version = "1", optional = true }

[tool.poetry.group.dev.dependencies]
tool = "*"
`,
    "558b59f23f901f81a1812feb42d5160e4ff146a6541951c7cceea7b7b9b29bb4",
  ],
] as const;

test.each(ofPoetry)("the main group of poetry.lock is packed, of dependencies %s", async (_, text, hash) => {
  write("pyproject.toml", text);
  write("poetry.lock", poetryLock(hash));
  const { document, stderr } = await deploy();
  expect(stderr).toContain("Installing poetry.lock into vendor/ with pip");
  expect(document.vendored[0]).toContain("vendored inner 1.0, outer 1.0 into vendor/");
  write("pyproject.toml", text.replace("3.11", "3.10"));
  const changed = await deploy();
  expect(changed.code).toBe(6);
  expect(changed.stderr).toContain("poetry.lock is out of date: pyproject.toml has changed");
});

test.each([
  ["an earlier Poetry", { "poetry.lock": '[metadata]\nlock-version = "2.0"\n' }, 'has the version "2.0"'],
  ["a later uv", { "uv.lock": "version = 2\n" }, "uv.lock has the version 2; this command reads version 1."],
  [
    "two programs",
    { "uv.lock": "version = 1\n", "poetry.lock": "" },
    "There are a uv.lock and a poetry.lock",
  ],
  ["a whole workspace", { "uv.lock": "version = 1\n" }, "uv.lock has no package of this folder."],
  ["nobody", { "uv.lock": "version = = 1\n" }, "uv.lock is not valid TOML"],
])("a lock file of %s is refused by validate, with what to do", async (_, files, why) => {
  project('"inner"');
  for (const [file, text] of Object.entries(files)) write(file, text);
  const { code, stderr } = await platform(["custom-bot", "validate"], { cwd });
  expect([code, stderr]).toEqual([6, expect.stringContaining(why)]);
});

test("a changed lock file is installed anew, though nothing else has changed", async () => {
  project('"inner"');
  const lock = (version: string) =>
    write("uv.lock", uvLock('{ name = "inner" }', '{ name = "inner" }', locked(index, "inner", { version })));
  lock("1.0");
  await deploy();
  expect((await deploy()).stderr).toContain("Using the dependencies of the last deploy");
  lock("2.0");
  expect((await deploy()).document.vendored[0]).toContain("vendored inner 2.0");
});

test("the SDK in the bot's folder is installed from there, and must be the locked one", async () => {
  const sdk = `sdk/botyard-${version}-py3-none-any.whl`;
  const bytes = readFileSync(join(cwd, sdk));
  const hash = `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
  const more = `[tool.uv.sources]\nbotyard = { path = "${sdk}" }\n`;
  project('"botyard", "inner"', more);
  const own = `
[[package]]
name = "botyard"
version = "${version}"
source = { path = "${sdk}" }
wheels = [{ filename = "${sdk.slice(4)}", hash = "${hash}" }]
`;
  const requires = `{ name = "botyard", path = "${sdk}" }, { name = "inner" }`;
  const dependencies = '{ name = "botyard" }, { name = "inner" }';
  write("uv.lock", uvLock(dependencies, requires, own, locked(index, "inner")));
  const { document } = await deploy();
  expect(paths(document)).toEqual(
    expect.arrayContaining(["vendor/botyard/__init__.py", "vendor/inner/__init__.py"]),
  );
  expect((await deploy()).stderr).toContain("Using the dependencies of the last deploy");
  rmSync(join(cwd, sdk));
  const { code, stderr } = await deploy();
  expect([code, stderr]).toEqual([
    6,
    expect.stringContaining(`uv.lock takes botyard from ${sdk}, which does not`),
  ]);
});
