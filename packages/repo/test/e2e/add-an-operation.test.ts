import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { passableFolder } from "../../src/drive/folder.ts";
import type { TestPlatform } from "../../src/drive/platform.ts";
import { root } from "../../src/root.ts";

const page = readFileSync(join(root, "docs/how-to/add-an-operation.md"), "utf8");
const section = (title: string) => page.split(`\n## ${title}\n`)[1]!.split("\n## ")[0]!;
/** The code that a section shows. */
const codeOf = (title: string) =>
  [...section(title).matchAll(/^ {3}```ts\n([\s\S]*?)^ {3}```/gm)].map(([, code]) => code!);
const copy = passableFolder("botyard-how-to-");
const at = (path: string) => join(copy, path);
const run = promisify(execFile);
let platform: TestPlatform;
let id: string;

/** Copies the packages, with links to the dependencies that are installed here. */
function copySources(): void {
  const files = execFileSync("git", ["ls-files", "-z", "packages", "package.json"], {
    cwd: root,
    encoding: "utf8",
  });
  for (const file of files.split("\0").filter(Boolean)) {
    mkdirSync(dirname(at(file)), { recursive: true });
    cpSync(join(root, file), at(file));
  }
  symlinkSync(join(root, "node_modules"), at("node_modules"));
  for (const name of readdirSync(at("packages"))) {
    const links = join("packages", name, "node_modules");
    if (existsSync(join(root, links)))
      cpSync(join(root, links), at(links), { recursive: true, verbatimSymlinks: true });
  }
}

/** Inserts code into a file of the copy, before the first match. */
function insert(file: string, code: string, before: RegExp): void {
  const text = readFileSync(at(file), "utf8");
  const place = text.search(before);
  if (place < 0) throw new Error(`${file} has no ${before}.`);
  writeFileSync(at(file), text.slice(0, place) + code + text.slice(place));
}

/** Does what the page says, with the code that it shows. */
function followPage(): void {
  const server = "packages/server/src";
  const [operation = "", route = ""] = codeOf("A new operation");
  insert(`${server}/operations/bots.ts`, operation, /(?<=export const bots = \{\n)/);
  insert(`${server}/doors/http/rest/routes.ts`, route, /(?<=routes = .*\[\n)/);
  const [tool = ""] = codeOf("A new tool");
  insert(`${server}/doors/mcp/tools/bots.ts`, tool, /(?<=export const botTools = \{\n)/);

  const [row = "", ...migrations] = codeOf("A new setting of a bot");
  insert("packages/manifest/src/settings/table.ts", row, /^ {2}config: \{/m);
  const [, name = ""] = /`(\d{4}-note)\.ts`/.exec(section("A new setting of a bot")) ?? [];
  for (const [n, engine] of ["sqlite", "postgres"].entries()) {
    const folder = `${server}/store/${engine}/migrations`;
    writeFileSync(at(`${folder}/${name}.ts`), migrations[n]!);
    insert(`${folder}/index.ts`, `import { up as added } from "./${name}.ts";\n`, /^/);
    insert(`${folder}/index.ts`, `  "${name}": { up: added },\n`, /^\};$/m);
  }
}

beforeAll(async () => {
  copySources();
  followPage();
  const module = await import(pathToFileURL(at("packages/repo/src/drive/platform.ts")).href);
  platform = new module.TestPlatform() as TestPlatform;
  await platform.start();
  await platform.upload({ name: "probe", type: "realtime", bot: "setInterval(() => {}, 1000);" });
  id = await platform.create({ name: "one", type: "realtime/probe", note: "first" });
  expect((await platform.call("PATCH", `/bots/${id}`, { note: "second" })).status).toBe(200);
});
afterAll(async () => {
  await platform?.close();
  execFileSync("rm", ["-rf", copy]);
});

const cli = async (...args: string[]) => {
  const env = { ...process.env, PLATFORM_API_URL: platform.url, PLATFORM_API_KEY: platform.key };
  return (await run(process.execPath, [at("packages/cli/bin/platform.mjs"), ...args], { env })).stdout;
};

test("a setting that is added as the page says comes back from every answer", async () => {
  expect(await platform.get(`/bots/${id}`)).toMatchObject({ note: "second" });
  const { items } = await platform.get<{ items: { note: string }[] }>(`/bots/${id}/revisions`);
  expect(items.map(({ note }) => note)).toEqual(["second", "first"]);
  expect((await platform.call("POST", `/bots/${id}/rollback`, {})).json).toMatchObject({
    note: "first",
    revision: 3,
  });
  // Its process was never replaced.
  await expect.poll(() => platform.get(`/bots/${id}`)).toMatchObject({ restarts: 0, running_revision: 3 });
  expect((await platform.call("PATCH", `/bots/${id}`, { note: 5 })).status).toBe(422);
  expect((await platform.call("PATCH", `/bots/${id}`, { note: null })).json).not.toHaveProperty("note");
});

test("the command line shows and changes it", async () => {
  await cli("bot", "update", "one", "--note", "third");
  expect(JSON.parse(await cli("bot", "get", "one", "--json", "note"))).toEqual({ note: "third" });
  expect(await cli("bot", "get", "one")).toMatch(/^note: +third$/m);
  expect(await cli("bot", "update", "--help")).toMatch(/--note <note> +What the bot is for/);
});

async function call(name: string, given: object) {
  const answer = await fetch(`${platform.url}/mcp`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": platform.key },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: given } }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: each tool has its own shape.
  return ((await answer.json()) as any).result.structuredContent;
}

test("an operation and a tool that are added as the page says answer", async () => {
  const age = { seconds: expect.any(Number) };
  expect(await platform.get(`/bots/${id}/age`)).toEqual(age);
  expect(await call("bot_age", { bot_id: id })).toEqual(age);
  expect((await platform.call("GET", "/bots/bot_unknown/age")).json.code).toBe("bot_not_found");
});

test("assistants deploy, change and read it", async () => {
  const instance = { name: "two", type: "realtime/probe", version: "latest", note: "deployed" };
  const { bot_id } = await call("bot_deploy", { config: instance });
  expect(await call("bot_get", { bot_id })).toMatchObject({ note: "deployed" });
  await call("bot_update", { bot_id, config: { note: "changed" } });
  expect(await call("bot_get", { bot_id })).toMatchObject({ note: "changed" });
});

test("a scenario of the mock server has it", async () => {
  const scenario = at("scenario.json");
  appendFileSync(scenario, JSON.stringify({ bots: [{ bot_id: "bot_1", name: "one", note: "mocked" }] }));
  const child = spawn(
    process.execPath,
    [at("packages/mock-server/bin/platform-mock.mjs"), "--port", "0", "--scenario", scenario],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  try {
    const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
    const { api_url, key } = JSON.parse(line) as { api_url: string; key: string };
    const answer = await fetch(`${api_url}/bots/bot_1`, { headers: { "x-api-key": key } });
    expect(await answer.json()).toMatchObject({ note: "mocked" });
  } finally {
    child.kill();
    await once(child, "exit");
  }
});
