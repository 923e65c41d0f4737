import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { bindingPackages, publishedPackages } from "../src/build/packages.ts";
import { bin, root } from "../src/root.ts";
import { run } from "../src/run/command.ts";
import { findPins, setPins } from "../src/version/pins.ts";

const read = (file: string, below = root) => readFileSync(join(below, file), "utf8");
const versionIn = (folder: string, below = root): string =>
  JSON.parse(read(`${folder}/package.json`, below)).version;

const all = () => [...publishedPackages(), ...bindingPackages()];

const leftovers: string[] = [];
afterEach(() => {
  for (const dir of leftovers.splice(0)) rmSync(dir, { recursive: true, force: true });
});

/** Returns a folder with every file that contains a version, and the changesets. */
async function copyOfVersions(): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), "botyard-versions-"));
  leftovers.push(dir);
  const folders = [...all().map(({ folder }) => folder), "sdks/rust/bindings", "packages/repo"];
  const files = [
    ...["package.json", "pnpm-workspace.yaml", ".changeset"],
    ...folders.map((folder) => `${folder}/package.json`),
    ...findPins(root).map(({ file }) => file),
  ];
  for (const file of files) {
    mkdirSync(dirname(join(dir, file)), { recursive: true });
    cpSync(join(root, file), join(dir, file), { recursive: true });
  }
  symlinkSync(join(root, "node_modules"), join(dir, "node_modules"));
  return dir;
}

test("npm packages, the SDKs, the OpenAPI document and the examples have one version", () => {
  const packages = all();
  const [{ version }] = packages as [(typeof packages)[0]];
  for (const one of packages) expect(one, one.name).toMatchObject({ version });
  const pins = findPins(root);
  const files = new Set(pins.map(({ file }) => file));
  expect([...files].sort()).toEqual(
    [
      "sdks/python/pyproject.toml",
      "packages/server/openapi.json",
      "sdks/cpp/CMakeLists.txt",
      "sdks/csharp/src/Botyard/Botyard.csproj",
      "sdks/csharp/src/Botyard/README.md",
      "sdks/scala/pom.xml",
      "sdks/scala/README.md",
      "conformance/testees/scala/pom.xml",
      "sdks/rust/botyard/README.md",
      "sdks/rust/Cargo.toml",
      "sdks/haskell/botyard.cabal",
      "sdks/haskell/README.md",
      "sdks/rust/Cargo.lock",
      "sdks/rust/bindings/Cargo.lock",
      "conformance/testees/rust/Cargo.lock",
      "examples/crossover-rust/Cargo.lock",
      "packages/repo/bench/rust/Cargo.lock",
      "examples/ccxt-node/package-lock.json",
      "examples/ccxt-node/package.json",
      "examples/ccxt-python/requirements.txt",
      "examples/freqtrade/requirements.txt",
      "examples/nautilus/requirements.txt",
      "examples/scikit-learn/requirements.txt",
      "examples/crossover-node/package.json",
      "examples/crossover-python/requirements.txt",
      "examples/spread-monitor/requirements.txt",
    ].sort(),
  );
  for (const pin of pins) expect(pin, pin.file).toMatchObject({ version });
});

test("a new bot accepts any version of the SDK that the command adds to its folder", () => {
  const templates = join(root, "packages", "cli", "templates");
  for (const name of readdirSync(templates)) {
    const [file, ask] = {
      python311: ["requirements.txt", "./__SDK__\n"] as const,
      nodejs24: ["package.json", '"@botyard/sdk": "file:__SDK__"'] as const,
      gcc13: ["CMakeLists.txt", "add_subdirectory(__SDK__)\n"] as const,
      dotnet10: [
        "Directory.Build.props",
        "$(MSBuildThisFileDirectory)__SDK__/src/Botyard/Botyard.csproj",
      ] as const,
      scala3: ["pom.xml", "<botyard.sdk>__SDK__</botyard.sdk>"] as const,
      rust: ["Cargo.toml", 'botyard = { path = "__SDK__" }\n'] as const,
      ghc96: ["cabal.project", "packages: . __SDK__\n"] as const,
    }[name.split("-")[0]!]!;
    expect(readFileSync(join(templates, name, file), "utf8"), name).toContain(ask);
  }
});

test("a new bot in TypeScript uses the compiler and the types of this repository", () => {
  const installed = (name: string) => JSON.parse(read(`node_modules/${name}/package.json`)).version;
  const own = { "@types/node": installed("@types/node"), typescript: installed("typescript") };
  const templates = readdirSync(join(root, "packages", "cli", "templates"));
  const inTypeScript = templates.filter((name) => name.endsWith("-typescript"));
  expect(inTypeScript).toHaveLength(2);
  for (const name of inTypeScript) {
    const { devDependencies } = JSON.parse(read(`packages/cli/templates/${name}/package.json`));
    expect(devDependencies, name).toEqual(own);
  }
});

test("changesets keep every published package at one version", () => {
  const { fixed } = JSON.parse(read(".changeset/config.json"));
  expect(fixed).toEqual([
    all()
      .map(({ name }) => name)
      .sort(),
  ]);
});

test("a changeset increases all versions together", async () => {
  const dir = await copyOfVersions();
  await run("git", ["init", "--quiet", "--initial-branch=main"], { cwd: dir, quiet: true });
  const before = versionIn("packages/core", dir);
  const name = "@botyard/core";
  writeFileSync(join(dir, ".changeset", "one.md"), `---\n"${name}": minor\n---\n\nOne package changed.\n`);
  const { code, output } = await run(bin("changeset"), ["version"], { cwd: dir, quiet: true });
  expect(code, output).toBe(0);
  const version = versionIn("packages/core", dir);
  expect(version).not.toBe(before);
  for (const { folder } of publishedPackages()) expect(versionIn(folder, dir), folder).toBe(version);
  expect(read("packages/core/CHANGELOG.md", dir)).toContain("One package changed.");
  setPins(dir, version);
  for (const pin of findPins(dir)) expect(pin, pin.file).toMatchObject({ version });
  expect(setPins(dir, version)).toEqual([]);
}, 120_000);

test("a version that pip and npm write differently is refused, and nothing is written", async () => {
  const dir = await copyOfVersions();
  const before = findPins(dir);
  expect(() => setPins(dir, "1.0.0-next.1")).toThrow(/1\.0\.0-next\.1 is not a plain version/);
  expect(findPins(dir)).toEqual(before);
});
