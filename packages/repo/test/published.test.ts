import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { importsOf } from "../src/check/boundaries.ts";
import { isolationOptions, whyNotIsolated } from "../src/drive/isolation.ts";
import { bin, root } from "../src/root.ts";
import { tarFiles, topLevel, zipFiles } from "./published/archives.ts";
import { becomeConsumer, type Consumer, fileName, nodeOfTheMachine } from "./published/consumer.ts";
import { snippets } from "./published/snippets.ts";
import { pythonConsumer, typedConsumer } from "./published/types.ts";

let consumer: Consumer;
beforeAll(async () => {
  consumer = await becomeConsumer();
}, 300_000);
afterAll(() => consumer?.close());

/** Expected top-level entries of each archive. */
const contents: Record<string, string[]> = {
  "@botyard/cli": ["LICENSE", "README.md", "bin", "dist", "package.json", "sdks", "templates"],
  "@botyard/client": ["LICENSE", "README.md", "dist", "package.json"],
  "@botyard/conformance": [
    "LICENSE",
    "README.md",
    "cases",
    "contract",
    "dist",
    "package.json",
    "platform",
    "schema",
  ],
  "@botyard/core": ["LICENSE", "README.md", "dist", "package.json"],
  "@botyard/manifest": ["LICENSE", "README.md", "dist", "package.json"],
  "@botyard/mock-server": [
    ...["LICENSE", "README.md", "THIRD-PARTY-NOTICES.txt", "bin", "dist", "package.json"],
  ],
  "@botyard/runtime": ["LICENSE", "README.md", "dist", "package.json"],
  "@botyard/sdk": ["LICENSE", "README.md", "dist", "package.json"],
  "@botyard/server": ["LICENSE", "README.md", "dist", "package.json"],
};

const archive = (name: string, version: string) =>
  readFileSync(join(consumer.archives, `${fileName(name)}-${version}.tgz`));
const pythonArchive = (ending: ".whl" | ".tar.gz") => {
  const names = readdirSync(consumer.archives);
  return readFileSync(join(consumer.archives, names.find((name) => name.endsWith(ending))!));
};

describe("the archives", () => {
  test("contain the expected files and nothing else", () => {
    expect(consumer.packages.map(({ name }) => name).sort()).toEqual(Object.keys(contents));
    for (const { name, version } of consumer.packages) {
      const files = tarFiles(archive(name, version));
      expect(topLevel(files.keys()), name).toEqual(contents[name]);
      for (const [path, bytes] of files) {
        if (path.startsWith("dist/")) expect(path, name).toMatch(/\.(js|d\.ts)$/);
        // Templates are projects with sources.
        if (!path.startsWith("templates/"))
          expect(path, name).not.toMatch(/(^|\/)(test|tests|node_modules|src)\//);
        expect(bytes.includes(root), `${name}/${path} names a folder of this machine`).toBe(false);
      }
      const manifest = JSON.parse(files.get("package.json")!.toString());
      expect(manifest, name).toMatchObject({
        ...{ name, version, license: "Apache-2.0", type: "module", description: expect.any(String) },
        exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } },
      });
      expect(files.get("LICENSE")!.equals(readFileSync(join(root, "LICENSE"))), name).toBe(true);
      for (const [other, range] of Object.entries(manifest.dependencies ?? {}))
        expect(range, `${name} needs ${other}`).toMatch(other.startsWith("@botyard/") ? version : /^\d/);
    }
  });

  test("declare every package that their code and their declarations import", () => {
    for (const { name, version } of consumer.packages) {
      const files = tarFiles(archive(name, version));
      const { dependencies = {}, peerDependencies = {} } = JSON.parse(files.get("package.json")!.toString());
      for (const [path, bytes] of files) {
        if (!path.startsWith("dist/")) continue;
        const others = importsOf(bytes.toString()).filter((from) => !/^(\.|node:)/.test(from));
        for (const other of others) {
          const asked = other.split("/", other.startsWith("@") ? 2 : 1).join("/");
          expect(
            Object.keys({ ...dependencies, ...peerDependencies }),
            `${name}/${path} imports ${other}`,
          ).toContain(asked);
        }
      }
    }
  });

  test("of the command contain every template and the SDKs of its version", () => {
    const { name, version } = consumer.packages.find((one) => one.name === "@botyard/cli")!;
    const files = tarFiles(archive(name, version));
    const templates = [...files.keys()].filter((path) => path.startsWith("templates/"));
    const inTheTree = readdirSync(join(root, "packages", "cli", "templates"), {
      recursive: true,
      withFileTypes: true,
    })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(join(root, "packages", "cli").length + 1));
    expect(templates.sort()).toEqual(inTheTree.sort());
    expect([...files.keys()].filter((path) => path.startsWith("sdks/")).sort()).toEqual([
      `sdks/botyard-${version}-py3-none-any.whl`,
      ...["cpp", "csharp", "haskell", "rust", "scala"].map((name) => `sdks/botyard-${name}-${version}.tgz`),
      `sdks/botyard-sdk-${version}.tgz`,
    ]);
    // The files that are published, byte for byte.
    expect(files.get(`sdks/botyard-${version}-py3-none-any.whl`)!.equals(pythonArchive(".whl"))).toBe(true);
    expect(files.get(`sdks/botyard-sdk-${version}.tgz`)!.equals(archive("@botyard/sdk", version))).toBe(true);
  });

  test("of the Python SDK contain the package with its type marker, and the source its tests", () => {
    const wheel = zipFiles(pythonArchive(".whl"));
    const { version } = consumer.packages[0]!;
    expect(topLevel(wheel.keys())).toEqual(["botyard", `botyard-${version}.dist-info`]);
    expect([...wheel.keys()]).toContain("botyard/py.typed");
    const source = tarFiles(pythonArchive(".tar.gz"));
    expect(topLevel(source.keys())).toEqual([
      ...["LICENSE", "PKG-INFO", "README.md", "pyproject.toml", "requirements-dev.txt", "src", "tests"],
    ]);
  });

  test("of the Python SDK agree: the wheel contains what the source distribution builds", async () => {
    const folder = join(consumer.dir, "backend");
    const build = ["-m", "build", "--wheel", "--no-isolation", "--outdir", folder];
    const python = join(consumer.pythonTools, "python");
    const built = await consumer.run(python, [...build, join(root, "sdks", "python")]);
    expect(built, built.stdout + built.stderr).toMatchObject({ code: 0 });
    const expected = zipFiles(readFileSync(join(folder, readdirSync(folder)[0]!)));
    const carried = zipFiles(pythonArchive(".whl"));
    expect([...carried.keys()].sort()).toEqual([...expected.keys()].sort());
    for (const [path, bytes] of expected) {
      const own = carried.get(path)!.toString();
      // Tool and version of the format, and digests of all files.
      if (/\.dist-info\/(WHEEL|RECORD)$/.test(path)) continue;
      if (!path.endsWith("/METADATA")) expect(own, path).toBe(bytes.toString());
      else expect(metadataOf(own)).toEqual(metadataOf(bytes.toString()));
    }
  });
});

/** Returns the fields and the text of a METADATA file, without fields that only newer versions of the format have. */
function metadataOf(file: string): string[] {
  const [fields, ...text] = file.split("\n\n");
  const kept = fields!.split("\n").filter((field) => !/^(Metadata-Version|Import-Name):/.test(field));
  return [...kept.sort(), text.join("\n\n").trim()];
}

describe("installed from the archives, by npm alone", () => {
  test("every package exports what its sources export", async () => {
    const program = `for (const name of ${JSON.stringify(Object.keys(contents))})
      console.log(JSON.stringify([name, Object.keys(await import(name)).sort()]));`;
    const { code, stdout, stderr } = await consumer.run(process.execPath, [
      "--input-type=module",
      "-e",
      program,
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    for (const line of stdout.trim().split("\n")) {
      const [name, offered] = JSON.parse(line) as [string, string[]];
      const { folder } = consumer.packages.find((one) => one.name === name)!;
      const sources = (await import(join(root, folder, "src", "index.ts"))) as object;
      expect(offered, name).toEqual(Object.keys(sources).sort());
    }
  });

  test("the command prints its version without reading more than its first file", async () => {
    const { version } = consumer.packages[0]!;
    const home = join(consumer.dir, "node_modules", "@botyard", "cli");
    // It checks whether it is in a clone; src does not exist here.
    const readable = ["bin", "package.json", "src/main.ts"]
      .map((path) => join(home, path))
      .map((path) => `--allow-fs-read=${path}`);
    expect(
      await consumer.run(process.execPath, [
        "--permission",
        ...readable,
        join(home, "bin", "platform.mjs"),
        "--version",
      ]),
    ).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
  });

  test("a command that does not run the platform does not load it", async () => {
    const listing = `import { registerHooks } from "node:module";
      registerHooks({ load(url, context, next) { console.error(url); return next(url, context); } });`;
    const { code, stdout, stderr } = await consumer.platform(["auth", "status"], {
      env: { ...process.env, NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(listing)}"` },
    });
    expect(`${code}${stdout}${stderr}`).toContain("/@botyard/cli/dist/main.js");
    expect(stderr).not.toMatch(/@botyard\/(server|runtime)|better-sqlite3|fastify/);
  });

  test("the machine's Node runs the command, or the required version is reported", async () => {
    const node = nodeOfTheMachine() ?? process.execPath;
    const command = join(consumer.dir, "node_modules", ".bin", "platform");
    const { version } = consumer.packages[0]!;
    expect(await consumer.run(node, [command, "--version"])).toMatchObject({
      code: 0,
      stdout: `${version}\n`,
    });
    const [major, minor] = (await consumer.run(node, ["--version"])).stdout.slice(1).split(".").map(Number);
    const help = await consumer.run(node, [command, "--help"]);
    if (major! > 22 || (major === 22 && minor! >= 18)) expect(help).toMatchObject({ code: 0, stderr: "" });
    else
      expect(help).toMatchObject({ code: 1, stderr: expect.stringContaining("needs Node 22.18 or newer") });
  });

  test("new bots in Python and Node are valid, deploy to platform serve and answer a query", async () => {
    const child = consumer.start([
      "serve",
      "--port",
      "0",
      "--data-dir",
      join(consumer.dir, "data"),
      "--stop-bots",
      ...(await isolationOptions(join(consumer.dir, "data"))),
    ]);
    const ended = once(child, "exit");
    try {
      const url = await new Promise<string>((resolve, reject) => {
        let said = "";
        child.stderr!.setEncoding("utf8").on("data", (text: string) => (said += text));
        child.stdout!.setEncoding("utf8").on("data", (text: string) => {
          said += text;
          const found = /platform: +(http:\S+)\n/.exec(said)?.[1];
          if (found) resolve(found);
        });
        child.on("exit", () => reject(new Error(said)));
      });
      const input = readFileSync(join(consumer.dir, "data", "admin.key"), "utf8");
      const done = async (args: string[], options?: { cwd?: string; input?: string }) => {
        const ended = await consumer.platform(args, options);
        expect(ended, args.join(" ")).toMatchObject({ code: 0 });
        return ended.stdout;
      };
      await done(["auth", "login", "--url", url, "--with-token"], { input });
      await Promise.all(
        ["python311", "nodejs24"].map(async (runtime) => {
          const name = `new-${runtime}`;
          const cwd = join(consumer.dir, name);
          await done(["custom-bot", "init", name, "--runtime", runtime]);
          await done(["custom-bot", "validate"], { cwd });
          await done(["custom-bot", "deploy"], { cwd });
          await done(["bot", "deploy", "instance.json"], { cwd });
          expect(await done(["bot", "query", name, "/health", "--raw"])).toBe('{"status":"ok"}');
          expect(JSON.parse(await done(["bot", "query", name, "/status", "--raw"]))).toMatchObject({
            symbol: "AAPL",
          });
          await done(["bot", "delete", name, "--yes"]);
        }),
      );
    } finally {
      child.kill("SIGTERM");
      await ended;
    }
  }, 300_000);

  test("the conformance suite tests an external SDK without the repository", async () => {
    const suite = join(consumer.dir, "node_modules", ".bin", "botyard-conformance");
    const testee = join(root, "conformance", "testees", "python");
    const report = join(consumer.dir, "verdicts.json");
    const { code, stdout, stderr } = await consumer.run(suite, [
      ...["--testee", testee, "--area", "builtins", "--mutations", "--json", report],
    ]);
    expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/verdicts in .+, 0 failed/);
    expect(JSON.parse(readFileSync(report, "utf8"))).toMatchObject({ mutations: { holes: 0 } });
  });

  test("the programs of the packages' READMEs run", async () => {
    const work = join(consumer.dir, "readme");
    mkdirSync(work);
    await consumer.platform(["custom-bot", "init", "my-bot", "--runtime", "nodejs24"], { cwd: work });
    const bot = `import { writeFileSync } from "node:fs";
      console.log("a line of the bot");
      writeFileSync(process.env.RESULT_PATH, '{"status":"success"}');`;
    writeFileSync(join(work, "my-bot", "main.mjs"), bot);
    const expected: Record<string, RegExp> = {
      core: /^$/,
      manifest: /^[0-9a-f]{64}\n$/,
      runtime: /^(bubblewrap|user|none)\n0 a line of the bot\n \{"status":"success"\}\n$/,
      server: /listening on http:.+isolation (bubblewrap|user|none|undetermined)\n.+admin\.key\n.*status: '/s,
    };
    // As root, programs are refused without this if no isolation is available.
    const unisolated = (await whyNotIsolated(work)) === undefined ? "" : ' isolation: "none",';
    for (const [name, says] of Object.entries(expected)) {
      const [snippet] = snippets(`packages/${name}/README.md`, "js");
      const program = snippet?.replace("createProcessExecutor({", `createProcessExecutor({${unisolated}`);
      const { code, stdout, stderr } = await consumer.run(
        process.execPath,
        ["--input-type=module-typescript", "-e", program!],
        {
          cwd: work,
        },
      );
      expect({ code, stdout }, `${name}: ${stderr}`).toEqual({
        code: 0,
        stdout: expect.stringMatching(says),
      });
    }
  }, 300_000);

  test("every command in the README of the command exists", async () => {
    const lines = snippets("packages/cli/README.md", "sh")
      .join("")
      .match(/^platform .*$/gm)!;
    expect(lines.length).toBeGreaterThan(6);
    for (const line of lines) {
      const words = line.replace(/ <.*/, "").split(" ").slice(1);
      expect(await consumer.platform([...words, "--help"]), line).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(new RegExp(`^platform ${words[0]}.*: `)),
      });
    }
  });

  test("TypeScript finds every declaration with nodenext and bundler, also for programs of READMEs", async () => {
    const folder = join(consumer.dir, "typed");
    mkdirSync(folder);
    writeFileSync(join(folder, "consumer.ts"), typedConsumer);
    const pages = ["README.md", ...consumer.packages.map(({ folder }) => `${folder}/README.md`)];
    for (const page of pages)
      for (const [at, program] of snippets(page, "js").entries())
        writeFileSync(join(folder, `${page.replaceAll("/", "-")}-${at}.ts`), program);
    const files = readdirSync(folder).map((name) => join(folder, name));
    expect(files.length).toBeGreaterThan(8);
    const check = (module: string, ...more: string[]) =>
      consumer.run(process.execPath, [
        ...[bin("../typescript/bin/tsc"), "--noEmit", "--strict", "--target", "es2024", "--types", "node"],
        ...["--module", module, ...more, ...files],
      ]);
    // Declarations are checked once, their resolution twice.
    const ended = await Promise.all([
      check("nodenext"),
      check("preserve", "--moduleResolution", "bundler", "--skipLibCheck"),
    ]);
    for (const { code, stdout } of ended) expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
  }, 300_000);
});

describe("the wheel, installed without a network", () => {
  test("runs the bot of the SDK's README", async () => {
    const [bot] = snippets("sdks/python/README.md", "python");
    const cwd = join(consumer.dir, "python-bot");
    mkdirSync(cwd);
    writeFileSync(join(cwd, "bot.py"), bot!);
    const env = { PATH: process.env.PATH, BOT_ID: "bot-1", BOT_CONFIG: '{"symbol":"AAPL"}' };
    const { code, stdout, stderr } = await consumer.run(join(consumer.python, "python"), ["bot.py"], {
      cwd,
      env,
    });
    expect({ code, stdout }, stderr).toEqual({
      code: 0,
      stdout: expect.stringContaining('"_metric":"price"'),
    });
    expect(JSON.parse(readFileSync(join(cwd, "result.json"), "utf8"))).toEqual({
      status: "success",
      message: "looked at AAPL for the 1. time",
    });
  });

  test("is typed: mypy --strict reads a program that uses it", async () => {
    const file = join(consumer.dir, "typed.py");
    writeFileSync(file, pythonConsumer);
    const mypy = [
      "-m",
      "mypy",
      "--strict",
      "--cache-dir",
      join(consumer.dir, ".mypy"),
      "--python-executable",
    ];
    const { code, stdout } = await consumer.run(join(consumer.pythonTools, "python"), [
      ...[...mypy, join(consumer.python, "python"), file],
    ]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining("Success") });
  }, 300_000);
});
