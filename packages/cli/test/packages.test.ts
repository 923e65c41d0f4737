import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { packFiles } from "@botyard/manifest";
import { describe, expect, test } from "vitest";
import { writeZip } from "../src/sdks/zip.ts";
import { afterThisTest, platform, temporary, version } from "./platform.ts";

async function newBot(...args: string[]): Promise<string> {
  const cwd = temporary();
  const { code, stderr } = await platform(["custom-bot", "init", "my-bot", ...args], { cwd });
  if (code !== 0) throw new Error(stderr);
  return join(cwd, "my-bot");
}

interface DryRun {
  sha256: string;
  files: { path: string }[];
  vendored: string[];
}

async function dryRun(
  cwd: string,
  env: Record<string, string> = {},
): Promise<{ document: DryRun; stderr: string }> {
  const { code, stdout, stderr } = await platform(["custom-bot", "deploy", "--dry-run", "--json"], {
    cwd,
    env,
  });
  if (code !== 0) throw new Error(stderr);
  return { document: JSON.parse(stdout), stderr };
}

const paths = (document: DryRun) => document.files.map(({ path }) => path);

test("init overwrites nothing", async () => {
  const cwd = await newBot();
  const before = readFileSync(join(cwd, "bot.py"), "utf8");
  const { code, stderr } = await platform(["custom-bot", "init", "--runtime", "python311"], { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain("already has .gitignore, .platformignore, README.md, bot-config.yaml");
  expect(readFileSync(join(cwd, "bot.py"), "utf8")).toBe(before);
});

test("init refuses an invalid name and suggests a valid one", async () => {
  const { code, stderr } = await platform(["custom-bot", "init", "My Bot!"]);
  expect(code).toBe(2);
  expect(stderr).toContain("next: platform custom-bot init my-bot");
});

test("validate lists every problem with its place, and deploy refuses the bot", async () => {
  const cwd = await newBot();
  const config = readFileSync(join(cwd, "bot-config.yaml"), "utf8");
  const broken = config.replace("version: 1.0.0", "verison: 1.0.0").replace("bot: bot.py", "bot: missing.py");
  writeFileSync(join(cwd, "bot-config.yaml"), broken);
  writeFileSync(
    join(cwd, "bot-schema.json"),
    '{"type": "object", "properties": {"n": {"minimum": "three"}}}',
  );
  const { code, stdout, stderr } = await platform(["custom-bot", "validate"], { cwd });
  expect({ code, stdout }).toEqual({ code: 6, stdout: "" });
  expect(stderr).toMatch(/bot-config\.yaml:3:1 error .*verison.*version/);
  expect(stderr).toMatch(/missing\.py/);
  expect(stderr).toMatch(/bot-schema\.json/);
  const deploy = await platform(["custom-bot", "deploy"], { cwd });
  expect(deploy).toMatchObject({ code: 6, stderr: expect.stringContaining("nothing was uploaded") });
  const { problems, valid } = JSON.parse(
    (await platform(["custom-bot", "validate", "--json"], { cwd })).stdout,
  );
  expect(valid).toBe(false);
  expect(problems.length).toBeGreaterThanOrEqual(3);
});

test("problems are sorted by line, and warnings are listed once", async () => {
  const cwd = await newBot();
  const broken = `name: Bad_Name
version: "1.0.0"
type: realtim
runtime: rust
entrypoints: {bot: gone.py}
schema: {bot: bot-schema.json}
metadata: {complexity: guru}
`;
  writeFileSync(join(cwd, "bot-config.yaml"), broken);
  const { stderr } = await platform(["custom-bot", "validate"], { cwd });
  const lines = [...stderr.matchAll(/bot-config\.yaml:(\d+):\d+ error/g)].map(([, line]) => Number(line));
  expect(lines.length).toBeGreaterThanOrEqual(3);
  expect(lines).toEqual(lines.toSorted((a, b) => a - b));
  expect(stderr).toMatch(/^warning: bot-config\.yaml:\d+:\d+ Unknown complexity "guru"/m);
  expect(stderr).not.toContain("change to the folder of a custom bot");
});

test("for a folder without a custom bot, init is suggested", async () => {
  const { code, stderr } = await platform(["custom-bot", "deploy"], { cwd: temporary() });
  expect(code).toBe(6);
  expect(stderr).toContain("bot-config.yaml");
  expect(stderr).toContain("platform custom-bot init");
});

test("files that look like secrets are refused unless they are allowed", async () => {
  const cwd = await newBot();
  writeFileSync(join(cwd, ".env"), "EXCHANGE_KEY=abc\n");
  const refused = await platform(["custom-bot", "deploy", "--dry-run"], { cwd });
  expect(refused).toMatchObject({ code: 6, stderr: expect.stringContaining(".env") });
  const allowed = await platform(["custom-bot", "deploy", "--dry-run", "--allow-secrets"], { cwd });
  expect(allowed).toMatchObject({ code: 0, stdout: expect.stringContaining(".env\t") });
  writeFileSync(join(cwd, ".platformignore"), ".env\n/instance.json\n");
  const ignored = await dryRun(cwd);
  expect(paths(ignored.document)).not.toContain(".env");
});

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
      stderr: expect.stringContaining("next: npm install --package-lock-only"),
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
});

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
    expect(stderr).toMatch(/next: platform custom-bot upgrade .*\n.*npm install --package-lock-only/);
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
      stderr: expect.stringContaining("Neither package.json nor requirements.txt"),
    });
  });
});

const filesBelow = (cwd: string, folder: string) =>
  readdirSync(join(cwd, folder)).map((name) => `${folder}/${name}`);

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
