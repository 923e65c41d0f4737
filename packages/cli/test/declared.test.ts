import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { dryRun, newBot, paths } from "./new-bot.ts";
import { platform, temporary } from "./platform.ts";
import { wheel } from "./wheels.ts";

interface Found {
  code: string;
  file: string;
  severity: string;
  message: string;
  next: string;
}

async function validate(
  files: Record<string, string>,
  ...args: string[]
): Promise<{ code: number | null; problems: Found[] }> {
  const cwd = await newBot(...args);
  rmSync(join(cwd, "requirements.txt"), { force: true });
  for (const [path, text] of Object.entries(files)) writeFileSync(join(cwd, path), text);
  const env = { PATH: process.env.PATH!, HOME: process.env.HOME!, npm_config_registry: "http://127.0.0.1:9" };
  const { code, stdout } = await platform(["custom-bot", "validate", "--json"], { cwd, env });
  return { code, problems: JSON.parse(stdout).problems };
}

test("dependencies of pyproject.toml are packed if there is no requirements.txt", async () => {
  const cwd = await newBot();
  rmSync(join(cwd, "requirements.txt"));
  const wheels = temporary();
  for (const name of ["averages", "plots"]) wheel(wheels, name, {});
  const project = `[project]\nname = "my-bot"\nversion = "1.0"\ndependencies = [\n  "averages>=1", # means\n  'plots; python_version >= "3"',\n  "botyard",\n]\n`;
  writeFileSync(join(cwd, "pyproject.toml"), project);
  const env = { HOME: process.env.HOME!, PIP_NO_INDEX: "1", PIP_FIND_LINKS: wheels };
  const { document, stderr } = await dryRun(cwd, env);
  expect(stderr).toContain("Installing pyproject.toml into vendor/ with pip");
  expect(paths(document)).toEqual(
    expect.arrayContaining([
      "vendor/averages/__init__.py",
      "vendor/plots/__init__.py",
      "vendor/botyard/__init__.py",
    ]),
  );
  // requirements.txt, if there is one, is what counts.
  writeFileSync(join(cwd, "requirements.txt"), "averages\n");
  expect(paths((await dryRun(cwd, env)).document)).not.toContain("vendor/plots/__init__.py");
});

test.each([
  [
    "an option of pip as a dependency",
    '[project]\ndependencies = ["--index-url http://127.0.0.1:1/ averages"]\n',
    /"--index-url http:\/\/127\.0\.0\.1:1\/ averages", which is an option of pip/,
  ],
  [
    "dynamic dependencies",
    '[project]\nname = "a"\ndynamic = ["dependencies"]\n',
    /dynamic, which only its build backend/,
  ],
  [
    "Poetry's own table",
    '[tool.poetry.dependencies]\npython = "^3.11"\nnumpy = "^2"\n',
    /declares numpy in \[tool\.poetry\.dependencies\]/,
  ],
  [
    "sources of uv",
    '[project]\ndependencies = ["lib"]\n[tool.uv.sources]\nlib = { path = "../lib" }\n',
    /takes lib from \[tool\.uv\.sources\]/,
  ],
  ["no list", '[project]\ndependencies = "numpy"\n', /is not a list of strings/],
  ["broken TOML", "[project\n", /is not valid TOML/],
])(
  "a pyproject.toml with %s is reported, because its dependencies would be missing",
  async (_, text, why) => {
    const { code, problems } = await validate({ "pyproject.toml": text });
    expect(code).toBe(6);
    expect(problems).toMatchObject([
      { code: "dependency.not_packed", file: "pyproject.toml", severity: "error" },
    ]);
    expect(problems[0]?.message).toMatch(why);
    expect(problems[0]?.next).not.toBe("");
  },
);

test.each([
  ["requirements.in", "pip-compile"],
  ["uv.lock", "uv export"],
  ["poetry.lock", "poetry export"],
  ["Pipfile", "pipenv requirements"],
  ["environment.yml", "requirements.txt"],
  ["setup.py", "install_requires"],
])("dependencies in %s alone are said not to be packed, with what to do", async (file, how) => {
  const { code, problems } = await validate({ [file]: "" });
  expect(code).toBe(0);
  expect(problems).toMatchObject([{ code: "dependency.not_packed", file, severity: "warning" }]);
  expect(problems[0]?.next).toContain(how);
  expect((await validate({ [file]: "", "requirements.txt": "" })).problems).toEqual([]);
});

test("a pyproject.toml that is not TOML is reported with line and column", async () => {
  const { problems } = await validate({ "pyproject.toml": '[project]\nname = = "a"\n' });
  expect(problems).toMatchObject([{ file: "pyproject.toml", line: 2, column: 8 }]);
  expect(problems[0]?.message).not.toContain("Invalid TOML document");
});

test("groups and extras of pyproject.toml, which are not installed, are named when the bot is packed", async () => {
  const cwd = await newBot();
  rmSync(join(cwd, "requirements.txt"));
  const extras =
    '[project.optional-dependencies]\nplots = ["plots"]\n[dependency-groups]\ndev = ["pytest"]\n';
  writeFileSync(join(cwd, "pyproject.toml"), `[project]\ndependencies = ["botyard"]\n${extras}`);
  expect((await dryRun(cwd)).stderr).toContain(
    "Not installed from pyproject.toml: [project.optional-dependencies].plots, [dependency-groups].dev.",
  );
});

test("a pyproject.toml without dependencies, or for a newer Python, is no error", async () => {
  const ofTools =
    '[project]\ndependencies = ["Other_lib>=1"]\n[dependency-groups]\ndev = ["lib"]\n[tool.uv.sources]\nlib = { path = "../lib" }\n';
  expect((await validate({ "pyproject.toml": ofTools })).problems).toEqual([]);
  const spelled = ofTools.replace("lib =", "other-lib =");
  expect((await validate({ "pyproject.toml": spelled })).code).toBe(6);
  expect((await validate({ "pyproject.toml": "[tool.ruff]\nline-length = 100\n" })).problems).toEqual([]);
  const newer = await validate({
    "pyproject.toml": '[project]\nrequires-python = ">=3.99"\ndependencies = []\n',
  });
  expect([newer.code, newer.problems[0]?.message]).toEqual([
    0,
    "pyproject.toml requires Python >=3.99, but the platform runs CPython 3.11.",
  ]);
});

const lockWith = (name: string, entry: object) =>
  JSON.stringify({
    lockfileVersion: 3,
    packages: { "": {}, [`node_modules/${name}`]: { version: "1.2.3", ...entry } },
  });

test("a native module that an install script would compile is named by validate, and by deploy", async () => {
  const files = {
    "package.json": '{"dependencies":{"fast-store":"1"}}',
    "package-lock.json": lockWith("fast-store", { hasInstallScript: true, dependencies: { bindings: "1" } }),
  };
  const { code, problems } = await validate(files, "--runtime", "nodejs24");
  expect(code).toBe(6);
  expect(problems).toMatchObject([{ code: "dependency.not_compiled", file: "package-lock.json" }]);
  expect(problems[0]?.message).toContain("fast-store is a native module that an install script compiles");
  expect(problems[0]?.next).toContain("node:sqlite");
});

test.each([
  [
    "finds its prebuilt file",
    { hasInstallScript: true, dependencies: { "node-addon-api": "8", "node-gyp-build": "4" } },
  ],
  ["is optional", { hasInstallScript: true, optional: true, dependencies: { nan: "2" } }],
  ["is for development", { hasInstallScript: true, dev: true, dependencies: { nan: "2" } }],
  ["has a script for something else", { hasInstallScript: true }],
])("a module that %s is accepted", async (_, entry) => {
  const files = { "package.json": '{"dependencies":{"x":"1"}}', "package-lock.json": lockWith("x", entry) };
  expect((await validate(files, "--runtime", "nodejs24")).problems).toEqual([]);
});

test("deploy without a lock file lists the problems that validate lists", async () => {
  const cwd = await newBot("--runtime", "nodejs24");
  writeFileSync(join(cwd, "package.json"), '{"dependencies":{"fast-store":"1"}}');
  const bin = temporary();
  const lock = lockWith("fast-store", { hasInstallScript: true, dependencies: { bindings: "1" } });
  const npm = `#!/bin/sh\ncat > package-lock.json <<'end'\n${lock}\nend\n`;
  writeFileSync(join(bin, "npm"), npm, { mode: 0o755 });
  const env = { PATH: `${bin}:${process.env.PATH}` };
  const listed = async (...args: string[]) => {
    const { stderr } = await platform(["custom-bot", ...args], { cwd, env });
    return stderr.split("\n").filter((line) => line.startsWith("  package.json"));
  };
  const found = await listed("validate");
  expect(found).toEqual([
    expect.stringContaining("no package-lock"),
    expect.stringContaining("native module"),
  ]);
  expect(await listed("deploy", "--dry-run")).toEqual(found);
});

test("a missing lock file, without which deploy is refused, is reported by validate", async () => {
  const files = { "package.json": '{"dependencies":{"averages":"1","@botyard/sdk":"*"}}' };
  const { code, problems } = await validate(files, "--runtime", "nodejs24");
  expect(code).toBe(6);
  expect(problems).toMatchObject([{ code: "dependency.no_lock", file: "package.json" }]);
  expect(problems[0]?.message).toContain("package.json depends on averages, but");
});

test("an index of uv or Poetry is said not to be used without a lock file", async () => {
  const text = `[project]\ndependencies = []\n[[tool.uv.index]]\nname = "own"\nurl = "https://me:pw@127.0.0.1/simple"\n[[tool.poetry.source]]\nurl = "https://me:pw@127.0.0.1/"\n`;
  const { problems } = await validate({ "pyproject.toml": text });
  expect(problems.map(({ severity, message, next }) => [severity, message, next])).toEqual([
    ["error", expect.stringContaining("the password of their index"), expect.anything()],
    ["warning", "[[tool.uv.index]] own is not used without a lock file.", expect.stringContaining("uv lock")],
    [
      "warning",
      "[[tool.poetry.source]] https://****@127.0.0.1/ is not used without a lock file.",
      expect.stringContaining("poetry lock"),
    ],
  ]);
});
