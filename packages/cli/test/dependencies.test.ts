import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, relative } from "node:path";
import { packFiles } from "@botyard/manifest";
import { describe, expect, test } from "vitest";
import { writeZip } from "../src/sdks/zip.ts";
import { dryRun, newBot, paths } from "./new-bot.ts";
import { afterThisTest, platform, temporary, version } from "./platform.ts";

describe("dependencies are packaged with the bot", () => {
  const offline = { PIP_NO_INDEX: "1", PATH: process.env.PATH!, npm_config_registry: "http://127.0.0.1:9" };

  test("Python: the SDK alone needs neither pip nor an index, and packaging is reproducible", async () => {
    const [first, second] = await Promise.all([newBot(), newBot()]);
    const a = await dryRun(first, { ...offline, PLATFORM_PYTHON: "/nowhere" });
    const b = await dryRun(second, offline);
    expect(paths(a.document)).toEqual(
      expect.arrayContaining(["vendor/botyard/__init__.py", "vendor/botyard/py.typed"]),
    );
    expect(a.document.vendored).toEqual([
      `vendored botyard ${version} into vendor/, from sdk/botyard-${version}-py3-none-any.whl`,
    ]);
    expect(paths(a.document)).not.toContain(`sdk/botyard-${version}-py3-none-any.whl`);
    expect(a.stderr).toContain(`Vendored botyard ${version}`);
    expect(a.document.sha256).toBe(b.document.sha256);
    expect(readdirSync(first)).not.toContain("vendor");
  });

  test.each([
    ["its folder", `./sdk/botyard-${version}-py3-none-any.whl`],
    ["the command, if it is required by version", `botyard==${version}`],
  ])("Python: pip installs other packages, and the SDK from %s", async (_, sdk) => {
    const cwd = await newBot();
    const wheels = temporary();
    const info = "tiny_indicator-2.0.dist-info";
    const files = [
      { path: "tiny_indicator.py", content: Buffer.from("AVERAGE = 1\n") },
      {
        path: `${info}/METADATA`,
        content: Buffer.from("Metadata-Version: 2.1\nName: tiny-indicator\nVersion: 2.0\n"),
      },
      {
        path: `${info}/WHEEL`,
        content: Buffer.from("Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"),
      },
      { path: `${info}/RECORD`, content: Buffer.from("") },
    ];
    writeFileSync(join(wheels, "tiny_indicator-2.0-py3-none-any.whl"), writeZip(files));
    writeFileSync(
      join(cwd, "requirements.txt"),
      `--find-links ${wheels}\n${sdk}\ntiny-indicator>=1  # averages\n`,
    );
    const { document } = await dryRun(cwd, { ...offline, HOME: process.env.HOME! });
    expect(paths(document)).toEqual(
      expect.arrayContaining(["vendor/tiny_indicator.py", "vendor/botyard/__init__.py"]),
    );
    expect(document.vendored[0]).toContain("tiny_indicator 2.0");
    expect((await dryRun(cwd, { ...offline, HOME: process.env.HOME! })).document.sha256).toBe(
      document.sha256,
    );
  });

  test("Python: an error of pip is printed, and nothing is uploaded", async () => {
    const cwd = await newBot();
    writeFileSync(join(cwd, "requirements.txt"), "no-such-package-anywhere\n");
    const { code, stderr } = await platform(["custom-bot", "deploy"], {
      cwd,
      env: { ...offline, HOME: process.env.HOME! },
    });
    expect(code).toBe(1);
    expect(stderr).toContain("pip could not install requirements.txt; nothing was uploaded.");
    expect(stderr).toContain("no-such-package-anywhere");
  });

  test("Python: an interpreter without pip is named, with the package to install", async () => {
    const cwd = await newBot();
    writeFileSync(join(cwd, "requirements.txt"), "tiny-indicator\n");
    const venv = join(temporary(), "venv");
    execFileSync("python3.11", ["-m", "venv", "--without-pip", venv]);
    const without = join(venv, "bin", "python");
    const { code, stderr } = await platform(["custom-bot", "deploy"], {
      cwd,
      env: { ...offline, PLATFORM_PYTHON: without },
    });
    expect(code).toBe(1);
    expect(stderr).toContain(`requires Python 3.11 or newer with pip, which was not found as ${without}.`);
    expect(stderr).toMatch(/PLATFORM_PYTHON names .+, which is Python 3\.11\.\d+\./);
    expect(stderr).toContain("apt install python3 python3-pip");
  });

  test("Node: the SDK alone needs neither npm nor a lock file", async () => {
    const { document } = await dryRun(await newBot("--runtime", "nodejs24"), {
      ...offline,
      PATH: "/nowhere",
    });
    expect(paths(document)).toEqual(
      expect.arrayContaining([
        "node_modules/@botyard/sdk/dist/index.js",
        "node_modules/@botyard/sdk/package.json",
      ]),
    );
    expect(paths(document)).not.toContain(`sdk/botyard-sdk-${version}.tgz`);
  });

  test("Node: a package.json with a byte order mark is read", async () => {
    const cwd = await newBot("--runtime", "nodejs24");
    const file = join(cwd, "package.json");
    writeFileSync(file, `\ufeff${readFileSync(file, "utf8")}`);
    const { document } = await dryRun(cwd, { ...offline, PATH: "/nowhere" });
    expect(paths(document)).toContain("node_modules/@botyard/sdk/dist/index.js");
  });

  test("Node: optional dependencies are packed too, if they are all there is", async () => {
    const cwd = await newBot("--runtime", "nodejs24");
    const registry = await registryWith("tiny-indicator");
    const { name, version } = JSON.parse(readFileSync(join(cwd, "package.json"), "utf8"));
    const project = { name, version, optionalDependencies: { "tiny-indicator": "2.0.0" } };
    writeFileSync(join(cwd, "package.json"), JSON.stringify(project));
    const lock = {
      ...{ name, version, lockfileVersion: 3 },
      packages: {
        "": project,
        "node_modules/tiny-indicator": {
          ...{ version: "2.0.0", resolved: registry.url, integrity: registry.integrity, optional: true },
        },
      },
    };
    writeFileSync(join(cwd, "package-lock.json"), JSON.stringify(lock));
    const { document } = await dryRun(cwd, { PATH: process.env.PATH!, npm_config_cache: temporary() });
    expect(paths(document)).toContain("node_modules/tiny-indicator/index.js");
  });

  test("Node: npm installs other packages from the lock file, without development dependencies", async () => {
    const cwd = await newBot("--runtime", "nodejs24");
    const registry = await registryWith("tiny-indicator");
    const project = JSON.parse(readFileSync(join(cwd, "package.json"), "utf8"));
    project.dependencies["tiny-indicator"] = "2.0.0";
    project.devDependencies = { "not-needed": "1.0.0" };
    writeFileSync(join(cwd, "package.json"), JSON.stringify(project));
    const refused = await platform(["custom-bot", "deploy", "--dry-run"], { cwd });
    expect(refused).toMatchObject({
      code: 6,
      stderr: expect.stringContaining("Write it: npm install --package-lock-only"),
    });

    writeFileSync(
      join(cwd, "package-lock.json"),
      JSON.stringify({
        name: project.name,
        version: project.version,
        lockfileVersion: 3,
        packages: {
          "": {
            name: project.name,
            version: project.version,
            dependencies: project.dependencies,
            devDependencies: project.devDependencies,
          },
          "node_modules/@botyard/sdk": { version: "0.1.0", resolved: "https://nowhere.invalid/sdk.tgz" },
          "node_modules/tiny-indicator": {
            version: "2.0.0",
            resolved: registry.url,
            integrity: registry.integrity,
          },
          "node_modules/not-needed": {
            version: "1.0.0",
            resolved: "https://nowhere.invalid/x.tgz",
            dev: true,
          },
        },
      }),
    );
    const { document } = await dryRun(cwd, { PATH: process.env.PATH!, npm_config_cache: temporary() });
    const modules = paths(document).filter((path) =>
      /^node_modules\/(?!@botyard\/sdk\/(dist|[A-Z]))/.test(path),
    );
    expect(modules).toEqual([
      "node_modules/@botyard/sdk/package.json",
      "node_modules/tiny-indicator/index.js",
      "node_modules/tiny-indicator/package.json",
    ]);
  });

  test("Node: a folder beside the bot is refused while npm only links it, and packed once npm copies it", async () => {
    const cwd = await newBot("--runtime", "nodejs24");
    const lib = temporary();
    const deep = temporary();
    const write = (folder: string, manifest: object) => {
      writeFileSync(join(folder, "package.json"), JSON.stringify({ version: "1.0.0", ...manifest }));
      writeFileSync(join(folder, "index.js"), "exports.average = 1;\n");
    };
    write(deep, { name: "deep" });
    write(lib, { name: "lib", dependencies: { deep: `file:${relative(lib, deep)}` } });
    const project = JSON.parse(readFileSync(join(cwd, "package.json"), "utf8"));
    project.dependencies = { lib: `file:${relative(cwd, lib)}` };
    writeFileSync(join(cwd, "package.json"), JSON.stringify(project));
    const npm = (...args: string[]) =>
      execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", ...args], { cwd });
    npm();
    const refused = await platform(["custom-bot", "deploy", "--dry-run"], { cwd });
    expect(refused).toMatchObject({
      code: 6,
      stderr: expect.stringContaining(`lib: ${relative(cwd, lib)}`),
    });
    expect(refused.stderr).toContain("next: npm install --install-links");
    npm("--install-links");
    const { document } = await dryRun(cwd, { ...offline, npm_config_cache: temporary() });
    expect(paths(document)).toEqual(
      expect.arrayContaining(["node_modules/deep/index.js", "node_modules/lib/index.js"]),
    );
  });
});

/** Serves the tarball of one small package. */
async function registryWith(name: string): Promise<{ url: string; integrity: string }> {
  const path = join(temporary(), "package.tgz");
  await packFiles(
    [
      {
        path: "package/package.json",
        content: Buffer.from(JSON.stringify({ name, version: "2.0.0", main: "index.js" })),
      },
      { path: "package/index.js", content: Buffer.from("exports.average = 1;\n") },
    ],
    path,
  );
  const tarball = readFileSync(path);
  const server = createServer((_request, response) => response.end(tarball));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterThisTest(() => server.closeAllConnections() ?? server.close());
  const { port } = server.address() as AddressInfo;
  const integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`;
  return { url: `http://127.0.0.1:${port}/${name}.tgz`, integrity };
}
