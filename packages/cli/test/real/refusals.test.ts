import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { platform } from "../platform.ts";
import { type Served, serve } from "./served.ts";

let on: Served;
beforeAll(async () => {
  on = await serve();
});
afterAll(() => on?.close());

/** Uploads a Node bot with these programs and returns its folder. */
async function upload(
  name: string,
  type: "realtime" | "scheduled",
  bot: string,
  query?: string,
): Promise<string> {
  const folder = join(on.dir, name);
  mkdirSync(folder);
  const config = [
    `name: ${name}`,
    "version: 1.0.0",
    `type: ${type}`,
    "runtime: nodejs24",
    "entrypoints:",
    "  bot: bot.mjs",
  ];
  if (query !== undefined) config.push("  query: query.mjs");
  writeFileSync(
    join(folder, "bot-config.yaml"),
    [...config, "schema:", "  bot: bot-schema.json", ""].join("\n"),
  );
  const schema = {
    $schema: "http://json-schema.org/draft-07/schema#",
    type: "object",
    properties: { n: { type: "integer", maximum: 5 } },
  };
  writeFileSync(join(folder, "bot-schema.json"), JSON.stringify(schema));
  writeFileSync(join(folder, "bot.mjs"), bot);
  if (query !== undefined) {
    writeFileSync(join(folder, "query.mjs"), query);
    writeFileSync(join(folder, "package.json"), '{"type":"module","dependencies":{"@botyard/sdk":"*"}}');
  }
  const { code, stderr } = await on.platform(["custom-bot", "deploy"], { cwd: folder });
  if (code !== 0) throw new Error(stderr);
  return folder;
}

function instance(folder: string, document: object): string {
  const file = join(folder, "instance.json");
  writeFileSync(file, JSON.stringify(document));
  return file;
}

test("a realtime bot that exits at once is a failure, and its last log lines are shown", async () => {
  const folder = await upload("crasher", "realtime", 'console.error("no price feed"); process.exit(3);');
  const file = instance(folder, { name: "crasher", type: "realtime/crasher", version: "1.0.0", config: {} });
  const { code, stdout, stderr } = await on.platform(["bot", "deploy", file]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(/The last \d+ log lines of crasher:\n(.*\n)* {2}\S+ error no price feed\n/);
  expect(stderr).toMatch(
    /error: The bot crasher exited right after its start.*\n {2}next: platform bot logs bot_/,
  );
  await on.platform(["bot", "delete", "crasher", "--yes"]);
});

test("a config that does not match the schema is exit code 6 with JSON pointers, and nothing is created", async () => {
  const folder = await upload("strict", "realtime", "setInterval(() => {}, 1000);");
  const file = instance(folder, {
    name: "strict",
    type: "realtime/strict",
    version: "1.0.0",
    config: { n: 9 },
  });
  const { code, stderr } = await on.platform(["bot", "deploy", file]);
  expect(code).toBe(6);
  expect(stderr).toMatch(/^error: .*\b5\b.*\n {2}at \/config\/n\n/);
  expect(stderr).toMatch(/request_id: \S+/);
  expect((await on.json(["bot", "list"])).items).toEqual([]);
});

test("an instance file that is not JSON is refused with line and column", async () => {
  const file = join(on.dir, "broken.json");
  writeFileSync(file, '{\n  "name": "x",\n  "type": "realtime/x",\n}\n');
  const { code, stderr } = await on.platform(["bot", "deploy", file]);
  expect(code).toBe(6);
  expect(stderr).toMatch(/broken\.json:4:1 error /);
});

test("an unknown custom bot is exit code 5", async () => {
  const file = instance(on.dir, { name: "x", type: "realtime/nobody", version: "1.0.0", config: {} });
  expect(await on.platform(["bot", "deploy", file])).toMatchObject({
    code: 5,
    stderr: expect.stringContaining("platform custom-bot list"),
  });
  expect(await on.platform(["custom-bot", "get", "nobody"])).toMatchObject({ code: 5 });
});

test("exit codes of queries", async () => {
  const query = `
    import { query } from "@botyard/sdk";
    query.handler("/boom", () => { throw new Error("no luck \\u001b[31mtoday"); });
    query.handler("/limit", (request) => request.getInteger("limit", 1));
    query.handler("/soft", () => ({ error: "only a word" }));
    query.handler("/big", () => "text");
    await query.run();`;
  const folder = await upload("asked", "scheduled", "", query);
  const document = {
    name: "asked",
    type: "scheduled/asked",
    version: "1.0.0",
    schedule: "0 0 1 1 *",
    config: {},
  };
  expect(await on.platform(["bot", "deploy", instance(folder, document)])).toMatchObject({ code: 0 });
  const ask = (...args: string[]) => on.platform(["bot", "query", "asked", ...args]);

  const boom = await ask("/boom");
  expect(boom).toMatchObject({ code: 1, stdout: expect.stringContaining('"status": "error"') });
  expect(boom.stderr).toContain("error: The query /boom failed: no luck today");
  expect(await ask("/nowhere")).toMatchObject({
    code: 5,
    stderr: expect.stringContaining("error: The bot has no query /nowhere: no query handler for /nowhere.\n"),
  });
  expect(await ask("/limit", "-p", "limit=many")).toMatchObject({ code: 6 });
  expect(await ask("/limit", "--params", '{"limit": 3}', "-p", "limit=7")).toMatchObject({
    code: 0,
    stdout: "7\n",
  });
  expect(await ask("/soft")).toMatchObject({ code: 0 });
  expect(await ask("/big")).toMatchObject({ code: 0, stdout: '"text"\n' });
  expect(await ask("nowhere")).toMatchObject({ code: 2 });
  const bad = await ask("/limit", "--params", '{"limit": }');
  expect(bad).toMatchObject({
    code: 6,
    stderr: expect.stringMatching(/--params is not JSON: .*\(line 1, column 11\)/),
  });
  await on.platform(["bot", "delete", "asked", "--yes"]);
});

test("a query to a bot that defines no queries is exit code 6", async () => {
  const folder = await upload("silent", "scheduled", "");
  const document = {
    name: "silent",
    type: "scheduled/silent",
    version: "latest",
    schedule: "0 0 1 1 *",
    config: {},
  };
  await on.platform(["bot", "deploy", instance(folder, document)]);
  const { code, stderr } = await on.platform(["bot", "query", "silent", "/health"]);
  expect({ code, stderr }).toMatchObject({
    code: 6,
    stderr: expect.stringContaining("error: This bot defines no queries"),
  });
});

test("a run that fails is exit code 1 and shows its log lines", async () => {
  const folder = await upload("failing", "scheduled", 'console.error("out of money"); process.exit(1);');
  const document = {
    name: "failing",
    type: "scheduled/failing",
    version: "1.0.0",
    schedule: "0 0 1 1 *",
    config: {},
  };
  await on.platform(["bot", "deploy", instance(folder, document)]);
  const { code, stderr } = await on.platform(["bot", "run", "failing"]);
  expect(code).toBe(1);
  expect(stderr).toContain("error out of money");
  expect(stderr).toContain("error: The run ended with status error.");
});

test("a key with the scope read cannot create keys: exit code 4", async () => {
  const { stdout: key } = await on.platform(["key", "create", "reader", "--scope", "read"]);
  const env = { ...on.env, PLATFORM_API_KEY: key.trim() };
  expect(await platform(["bot", "list"], { env })).toMatchObject({ code: 0 });
  expect(await platform(["key", "create", "more"], { env })).toMatchObject({ code: 4 });
  const { items } = await on.json(["key", "list"]);
  const { id } = items.find(({ name }: { name: string }) => name === "reader");
  expect(JSON.stringify(items)).not.toContain(key.trim());
  expect(await on.platform(["key", "revoke", id, "--yes"])).toMatchObject({ code: 0 });
  expect(await platform(["bot", "list"], { env })).toMatchObject({ code: 4 });
});

test("a data folder in use and a port in use are exit code 1 with one sentence each", async () => {
  const second = await platform(["serve", "--port", "0", "--data-dir", join(on.dir, "data")], {
    env: on.env,
  });
  expect(second).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^error: The data folder .* is in use by .*\n$/),
  });
  const { port } = new URL(on.url);
  const taken = await platform(["serve", "--port", port, "--data-dir", join(on.dir, "other")], {
    env: on.env,
  });
  expect(taken).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^error: Port \d+ .* is in use.*\n$/),
  });
});

test("names and ids of bots are completed", async () => {
  const folder = await upload("named", "scheduled", "");
  const document = {
    name: "named",
    type: "scheduled/named",
    version: "1.0.0",
    schedule: "0 0 1 1 *",
    config: {},
  };
  await on.platform(["bot", "deploy", instance(folder, document)]);
  const { bot_id } = await on.json(["bot", "get", "named"]);
  // Completion gives up after 300 ms, so that a shell does not hang.
  const complete = async () => (await on.platform(["__complete", "--", "bot", "logs", ""])).stdout;
  const stdout = await vi.waitUntil(complete, { timeout: 300_000 });
  expect(stdout).toContain("named\tscheduled/named idle\n");
  expect(stdout).toContain(`${bot_id}\tnamed`);
});

test("doctor finds no problem", async () => {
  const { items } = await on.json(["doctor"]);
  expect(items.filter(({ state }: { state: string }) => state === "problem")).toEqual([]);
  expect(items.map(({ name }: { name: string }) => name)).toContain("clock");
  const interpreters = {
    name: "interpreters",
    state: "ok",
    says: expect.stringMatching(/Node\.js 2\d\.\S+ \(.*nodejs24/),
  };
  expect(items).toContainEqual(interpreters);
  expect(items).toContainEqual({
    name: "tool server",
    state: "ok",
    says: `${on.url}/mcp has 11 tools`,
  });
});
