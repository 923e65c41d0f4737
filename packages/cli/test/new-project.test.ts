import { execFile } from "node:child_process";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { packFiles } from "@botyard/manifest";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { platform, temporary, version } from "./platform.ts";

async function newBot(...args: string[]): Promise<string> {
  const cwd = temporary();
  const { code, stderr } = await platform(["custom-bot", "init", "my-bot", ...args], { cwd });
  if (code !== 0) throw new Error(stderr);
  return join(cwd, "my-bot");
}

/** Runs npm and Node in a project and returns their standard output. */
function npmIn(cwd: string, more: Record<string, string> = {}) {
  const PATH = `${dirname(process.execPath)}:${process.env.PATH}`;
  const env = { ...process.env, PATH, npm_config_audit: "false", npm_config_loglevel: "error", ...more };
  return async (command: string, ...args: string[]): Promise<string> =>
    (await promisify(execFile)(command, args, { cwd, env })).stdout;
}

/** Like `npmIn`, without a reachable registry and with an empty npm cache. */
const offlineIn = (cwd: string) =>
  npmIn(cwd, {
    npm_config_cache: temporary(),
    npm_config_registry: "http://127.0.0.1:9",
    npm_config_offline: "true",
  });

/** Writes the tarball of a small package to the project. Returns its path. */
async function tarball(cwd: string): Promise<string> {
  const manifest = { name: "tiny-indicator", version: "2.0.0", type: "module", exports: "./index.js" };
  const files = {
    "package/package.json": JSON.stringify(manifest),
    "package/index.js": "export const average = (...all) => all.reduce((a, b) => a + b) / all.length;\n",
  };
  const entries = Object.entries(files).map(([path, text]) => ({ path, content: Buffer.from(text) }));
  await packFiles(entries, join(cwd, "tiny-indicator-2.0.0.tgz"));
  return "./tiny-indicator-2.0.0.tgz";
}

const dryRun = async (cwd: string) => {
  const { code, stdout, stderr } = await platform(["custom-bot", "deploy", "--dry-run", "--json"], { cwd });
  if (code !== 0) throw new Error(stderr);
  return (JSON.parse(stdout).files as { path: string }[]).map(({ path }) => path);
};

test.each(["python313", "python3", "nodejs22", "nodejs"])(
  "a new bot of %s has the files of its language, and this runtime",
  async (runtime) => {
    const cwd = await newBot("--runtime", runtime, "--type", "scheduled");
    expect(readFileSync(join(cwd, "bot-config.yaml"), "utf8")).toContain(`\nruntime: ${runtime}\n`);
    expect(existsSync(join(cwd, runtime.startsWith("python") ? "requirements.txt" : "package.json"))).toBe(
      true,
    );
    const { code, stderr } = await platform(["custom-bot", "validate"], { cwd });
    expect(code, stderr).toBe(0);
  },
);

test("a new bot in TypeScript is for any Node.js, and for nothing else", async () => {
  const cwd = await newBot("--typescript", "--runtime", "nodejs22");
  expect(readFileSync(join(cwd, "bot-config.yaml"), "utf8")).toContain("\nruntime: nodejs22\n");
  const { code, stderr } = await platform([
    "custom-bot",
    "init",
    "x",
    "--typescript",
    "--runtime",
    "python3",
  ]);
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining("requires a Node.js runtime such as nodejs24, not python3"),
  ]);
});

describe("in a new bot for Node.js, with no registry and an empty cache,", () => {
  test("npm installs the SDK and other packages, npm ci does the same, and deploy packages them", async () => {
    const cwd = await newBot("--runtime", "nodejs24");
    const run = offlineIn(cwd);
    await run("npm", "install");
    await run("npm", "install", await tarball(cwd));
    rmSync(join(cwd, "node_modules"), { recursive: true });
    await run("npm", "ci");
    const program =
      'import { average } from "tiny-indicator"; import { metric } from "@botyard/sdk"; metric("average", { value: average(1, 3) });';
    expect(await run("node", "--input-type=module", "-e", program)).toContain('"value":2');
    const paths = await dryRun(cwd);
    expect(paths).toEqual(
      expect.arrayContaining(["node_modules/tiny-indicator/index.js", "package-lock.json"]),
    );
    expect(paths).toContain("node_modules/@botyard/sdk/dist/index.js");
    expect(paths.filter((path) => /^(sdk\/|\.gitignore)/.test(path))).toEqual([]);
  });
});

describe("a new bot in TypeScript", () => {
  let cwd: string;
  let run: ReturnType<typeof npmIn>;
  let files: string[];
  let bot: string;

  beforeAll(async () => {
    cwd = join(mkdtempSync(join(tmpdir(), "botyard-cli-typescript-")), "my-bot");
    const init = ["custom-bot", "init", "my-bot", "--typescript", "--type", "scheduled"];
    await platform(init, { cwd: dirname(cwd) });
    files = readdirSync(cwd);
    bot = readFileSync(join(cwd, "src", "bot.ts"), "utf8");
    run = npmIn(cwd);
    // The compiler comes from the registry, as for any TypeScript project.
    await run("npm", "install", "--prefer-offline");
  });
  beforeEach(() => write(bot));
  afterAll(() => rmSync(dirname(cwd), { recursive: true, force: true }));

  const write = (text: string) => writeFileSync(join(cwd, "src", "bot.ts"), text);
  const validate = () => platform(["custom-bot", "validate"], { cwd });

  test("is refused before it is built, and when a source is newer than the build output", async () => {
    expect(files).not.toContain("dist");
    rmSync(join(cwd, "dist"), { recursive: true, force: true });
    expect((await validate()).stderr).toContain(
      'The file "dist/bot.js" is not in the package. Build it: npm install, then npm run build.',
    );
    await run("npm", "run", "build");
    expect(await validate()).toMatchObject({ code: 0, stdout: expect.stringContaining("is valid") });
    const soon = new Date(Date.now() + 60_000);
    utimesSync(join(cwd, "src", "bot.ts"), soon, soon);
    expect(await validate()).toMatchObject({
      code: 6,
      stderr: expect.stringContaining('"dist/bot.js" was built before "src/bot.ts" was changed.'),
    });
    const now = new Date();
    utimesSync(join(cwd, "src", "bot.ts"), now, now);
  });

  test("is packaged without its sources, the compiler and the SDK archive", async () => {
    await run("npm", "run", "build");
    const paths = await dryRun(cwd);
    expect(paths.filter((path) => !path.startsWith("node_modules/@botyard/sdk/"))).toEqual([
      ...["README.md", "bot-config.yaml", "bot-schema.json", "dist/bot.js", "dist/bot.js.map"],
      ...["dist/config.js", "dist/config.js.map", "dist/query.js", "dist/query.js.map"],
      ...["package-lock.json", "package.json"],
    ]);
  });

  test("runs, answers queries, and reports errors with the line of the TypeScript source", async () => {
    const dev = (...args: string[]) => platform(["dev", ...args], { cwd });
    await run("npm", "run", "build");
    expect(await dev("--tick", "now")).toMatchObject({ code: 0 });
    expect(JSON.parse((await dev("--query", "/status")).stdout)).toEqual({ symbol: "AAPL", runs: 1 });
    const text = `${bot}interface Unused {\n  gone: true;\n}\n`;
    write(`${text}throw new Error("no price today");\n`);
    await run("npm", "run", "build");
    const { code, stdout } = await dev("--tick", "now");
    expect(code).toBe(1);
    const line = text.split("\n").length;
    expect(stdout).toMatch(new RegExp(`Error: no price today\n.* at .*/src/bot\\.ts:${line}:7`));
  });

  test("is type-checked against the types of the SDK", async () => {
    write(`import { type BotyardError, type ErrorCode, error, input, metric, query, state } from "@botyard/sdk";
const { botId, config } = input.parse<{ symbol: string }>();
export const runs: number = state.get("runs", 0);
metric("price", { symbol: config.symbol.toUpperCase(), bot: botId });
query.handler("/runs", (request) => ({ limit: request.getInteger("limit", 5) }));
export const code: ErrorCode = "state.read_only";
export const never = (): never => error("no");
export const next = (failure: BotyardError): string => failure.next;
// @ts-expect-error a metric's data is an object
metric("price", 1);
// @ts-expect-error the config has no such field
config.symbl;
// @ts-expect-error there is no such code
export const none: ErrorCode = "state.nothing";
`);
    await run("npm", "run", "build");
    write('import { metrics } from "@botyard/sdk";\nmetrics("price", {});\n');
    await expect(run("npm", "run", "build")).rejects.toMatchObject({
      stdout: expect.stringContaining("src/bot.ts(1,10): error TS2724"),
    });
  });

  test("can be created as a realtime bot as well", async () => {
    const realtime = await newBot("--typescript");
    symlinkSync(join(cwd, "node_modules"), join(realtime, "node_modules"));
    await npmIn(realtime)("npm", "run", "build");
    const validated = await platform(["custom-bot", "validate"], { cwd: realtime });
    expect(validated).toMatchObject({ code: 0, stdout: expect.stringContaining("is valid") });
    expect(readFileSync(join(realtime, "bot-config.yaml"), "utf8")).toContain("type: realtime");
  });

  test("is refused for another runtime", async () => {
    const where = temporary();
    const init = ["custom-bot", "init", "my-bot", "--typescript", "--runtime", "python311"];
    const { code, stderr } = await platform(init, { cwd: where });
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining("not python311") });
    expect(existsSync(join(where, "my-bot"))).toBe(false);
  });
});

test("in a new bot for Python, pip installs the SDK with its types and without an index", async () => {
  const cwd = await newBot();
  const environment = join(temporary(), "venv");
  await promisify(execFile)("python3.11", ["-m", "venv", "--without-pip", environment]);
  const python = join(environment, "bin", "python");
  const pip = ["-m", "pip", "--python", python, "install", "--no-index", "--no-cache-dir", "--quiet"];
  await promisify(execFile)("python3.11", [...pip, "-r", "requirements.txt"], { cwd });
  const program =
    "import botyard, importlib.metadata, pathlib; print(importlib.metadata.version('botyard'), (pathlib.Path(botyard.__file__).parent / 'py.typed').exists())";
  const { stdout } = await promisify(execFile)(python, ["-c", program], { cwd: temporary() });
  expect(stdout).toBe(`${version} True\n`);
});
