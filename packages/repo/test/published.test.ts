import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { whyNotIsolated } from "../src/drive/isolation.ts";
import { bin, root } from "../src/root.ts";
import { readPage } from "./page.ts";
import { describeBotPages } from "./published/bot-pages.ts";
import { describeCommandNames } from "./published/command-names.ts";
import { nodeOfTheMachine, useConsumer } from "./published/consumer.ts";
import { contents, describeArchives, entries } from "./published/contents.ts";
import { describeMockPages } from "./published/mock-pages.ts";
import { describePlatformPages } from "./published/platform-pages.ts";
import { describePostgresPage } from "./published/postgres-page.ts";
import { projects } from "./published/project-pages.ts";
import { serve, signIn } from "./published/serve.ts";
import { snippets } from "./published/snippets.ts";
import { describeSuitePages } from "./published/suite-pages.ts";
import { pythonConsumer, typedConsumer } from "./published/types.ts";

const consumer = useConsumer();

describeArchives(consumer);
describeCommandNames(consumer);
describeMockPages(consumer);
describePlatformPages(consumer);
describePostgresPage(consumer);
describeSuitePages(consumer);

test("every page with commands is followed with the archives, or says that it needs a clone", () => {
  const folder = join(import.meta.dirname, "published");
  const followed = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
  // The bindings are packed only where their compilers are: sdks/rust/bindings/test/packages.test.ts.
  followed.push("docs/how-to/choose-a-contract-core.md");
  // Its programs are the tests of the templates: packages/cli/test/own-tests.test.ts.
  followed.push("docs/how-to/test-a-bot.md");
  // Followed in a machine and in a container of their own: e2e/debian-machine.test.ts and container.test.ts.
  followed.push("docs/how-to/install-on-debian.md", "docs/how-to/run-in-a-container.md");
  // Its update, and the way back, are e2e/update.test.ts.
  followed.push("docs/how-to/update-a-platform.md");
  followed.push(...projects.map(({ name }) => `docs/how-to/write-a-bot-in-${name}.md`));
  for (const folder of ["docs/how-to", "docs/tutorials"])
    for (const page of readdirSync(join(root, folder)).map((name) => `${folder}/${name}`))
      if (!followed.some((text) => text.includes(page)))
        expect(readPage(page), `${page} is not followed`).toContain("You need a clone");
});

describe("installed from the archives, by npm alone", () => {
  test("every package exports what its sources export", async () => {
    const program = `for (const name of ${JSON.stringify(Object.keys(contents))})
      console.log(JSON.stringify([name, Object.keys(await import(name)).sort()]));`;
    const { code, stdout, stderr } = await consumer().run(process.execPath, [
      "--input-type=module",
      "-e",
      program,
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    for (const line of stdout.trim().split("\n")) {
      const [name, offered] = JSON.parse(line) as [string, string[]];
      const { folder } = consumer().packages.find((one) => one.name === name)!;
      const source = entries[name]?.default ?? "src/index.ts";
      const sources = (await import(join(root, folder, source))) as object;
      expect(offered, name).toEqual(Object.keys(sources).sort());
    }
  });

  test("the command prints its version without reading more than its first file", async () => {
    const { version } = consumer().packages[0]!;
    const home = join(consumer().dir, "node_modules", "@botyard", "cli");
    // It checks whether it is in a clone; src does not exist here.
    const readable = ["bin", "package.json", "src/main.ts"]
      .map((path) => join(home, path))
      .map((path) => `--allow-fs-read=${path}`);
    expect(
      await consumer().run(process.execPath, [
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
    const { code, stdout, stderr } = await consumer().platform(["auth", "status"], {
      env: { ...process.env, NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(listing)}"` },
    });
    expect(`${code}${stdout}${stderr}`).toContain("/@botyard/cli/dist/main.js");
    expect(stderr).not.toMatch(/@botyard\/(server|runtime)|better-sqlite3|fastify/);
  });

  test("the machine's Node runs the command, or the required version is reported", async () => {
    const node = nodeOfTheMachine() ?? process.execPath;
    const command = join(consumer().dir, "node_modules", ".bin", "platform");
    const { version } = consumer().packages[0]!;
    expect(await consumer().run(node, [command, "--version"])).toMatchObject({
      code: 0,
      stdout: `${version}\n`,
    });
    const [major, minor] = (await consumer().run(node, ["--version"])).stdout.slice(1).split(".").map(Number);
    const help = await consumer().run(node, [command, "--help"]);
    if (major! > 22 || (major === 22 && minor! >= 18)) expect(help).toMatchObject({ code: 0, stderr: "" });
    else
      expect(help).toMatchObject({ code: 1, stderr: expect.stringContaining("needs Node 22.18 or newer") });
  });

  test("new bots in Python and Node are valid, deploy to platform serve and answer a query", async () => {
    const platform = await serve(consumer(), "data");
    try {
      const done = async (args: string[], options?: { cwd?: string; input?: string }) => {
        const ended = await consumer().platform(args, options);
        expect(ended, args.join(" ")).toMatchObject({ code: 0 });
        return ended.stdout;
      };
      await done(["auth", "login", "--url", platform.url, "--with-token"], { input: platform.key });
      await Promise.all(
        ["python311", "nodejs24"].map(async (runtime) => {
          const name = `new-${runtime}`;
          const cwd = join(consumer().dir, name);
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
      await platform.stop();
    }
  }, 300_000);

  test("platform serve has the dashboard: its page at every address, and the files that the page names", async () => {
    const platform = await serve(consumer(), "dashboard-data");
    try {
      const { url } = platform;
      const headers = { cookie: await signIn(platform) };
      const page = await fetch(`${url}/`, { headers, redirect: "manual" });
      expect(page.status).toBe(200);
      expect(page.headers.get("content-security-policy")).toContain("script-src 'self'");
      // Without the time at which the page was sent.
      const shellOf = async (one: Response) => (await one.text()).replace(/ data-time="[^"]*"/, "");
      const html = await shellOf(page);
      const files = Array.from(html.matchAll(/(?:src|href)="(\/[^"]+)"/g), ([, path]) => path!);
      expect(files.join()).toMatch(/\.js.*\.css|\.css.*\.js/);
      for (const path of files) {
        const { status } = await fetch(url + path, { headers });
        expect(status, path).toBe(200);
      }
      for (const path of ["/bots/any/logs", "/compare", "/system"])
        expect(await shellOf(await fetch(url + path, { headers })), path).toBe(html);
      expect((await fetch(`${url}/`, { redirect: "manual" })).headers.get("location")).toContain("/sign-in");
    } finally {
      await platform.stop();
    }
  }, 60_000);

  test("the conformance suite tests an external SDK without the repository", async () => {
    const suite = join(consumer().dir, "node_modules", ".bin", "botyard-conformance");
    const testee = join(root, "conformance", "testees", "python");
    const report = join(consumer().dir, "verdicts.json");
    const { code, stdout, stderr } = await consumer().run(suite, [
      ...["--testee", testee, "--area", "builtins", "--mutations", "--json", report],
    ]);
    expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/verdicts in .+, 0 failed/);
    expect(JSON.parse(readFileSync(report, "utf8"))).toMatchObject({ mutations: { holes: 0 } });
  });

  test("what is only in the repository is refused by the conformance suite in one sentence", async () => {
    const suite = join(consumer().dir, "node_modules", ".bin", "botyard-conformance");
    const refusals: [string, string][] = [
      ["", "no testee is given; use --testee path/to/testee.yaml"],
      ["--testee node", "node: there is no testee of this name; name a testee.yaml"],
      ["fuzz --testee node", "node: there is no testee of this name; name a testee.yaml"],
      ["mutants", "this package has no broken SDKs; they are only in Botyard's repository"],
      ["platform", "server: there is no platform of this name; name the file"],
      ["platform-mutants", "server: there is no platform of this name; name the file"],
    ];
    for (const [words, sentence] of refusals) {
      const { code, stderr } = await consumer().run(suite, words.split(" ").filter(Boolean));
      expect({ code, stderr }, words).toEqual({ code: 2, stderr: expect.stringContaining(sentence) });
      expect(stderr.trim().split("\n"), words).toHaveLength(1);
    }
  });

  test("the programs of the packages' READMEs run", async () => {
    const work = join(consumer().dir, "readme");
    mkdirSync(work);
    await consumer().platform(["custom-bot", "init", "my-bot", "--runtime", "nodejs24"], { cwd: work });
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
      const { code, stdout, stderr } = await consumer().run(
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
      expect(await consumer().platform([...words, "--help"]), line).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(new RegExp(`^platform ${words[0]}.*: `)),
      });
    }
  });

  test("TypeScript finds every declaration with nodenext and bundler, also for programs of READMEs", async () => {
    const folder = join(consumer().dir, "typed");
    mkdirSync(folder);
    writeFileSync(join(folder, "consumer().ts"), typedConsumer);
    const pages = ["README.md", ...consumer().packages.map(({ folder }) => `${folder}/README.md`)];
    for (const page of pages)
      for (const [at, program] of snippets(page, "js").entries())
        writeFileSync(join(folder, `${page.replaceAll("/", "-")}-${at}.ts`), program);
    const files = readdirSync(folder).map((name) => join(folder, name));
    expect(files.length).toBeGreaterThan(8);
    const check = (module: string, ...more: string[]) =>
      consumer().run(process.execPath, [
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
    const cwd = join(consumer().dir, "python-bot");
    mkdirSync(cwd);
    writeFileSync(join(cwd, "bot.py"), bot!);
    const env = { PATH: process.env.PATH, BOT_ID: "bot-1", BOT_CONFIG: '{"symbol":"AAPL"}' };
    const { code, stdout, stderr } = await consumer().run(join(consumer().python, "python"), ["bot.py"], {
      cwd,
      env,
    });
    expect({ code, stdout }, stderr).toEqual({
      code: 0,
      stdout: expect.stringContaining('"_metric":"price"'),
    });
    expect(JSON.parse(readFileSync(join(cwd, "result.json"), "utf8"))).toEqual({
      status: "success",
      message: "looked at AAPL (run 1)",
    });
  });

  test("is typed: mypy --strict reads a program that uses it", async () => {
    const file = join(consumer().dir, "typed.py");
    writeFileSync(file, pythonConsumer);
    const mypy = [
      "-m",
      "mypy",
      "--strict",
      "--cache-dir",
      join(consumer().dir, ".mypy"),
      "--python-executable",
    ];
    const { code, stdout } = await consumer().run(join(consumer().pythonTools, "python"), [
      ...[...mypy, join(consumer().python, "python"), file],
    ]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining("Success") });
  }, 300_000);
});

describeBotPages(consumer);
