import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Served, serve } from "./served.ts";

const named = "planted-named-canary";
const inline = "planted-inline-canary";
const next = "planted-second-canary";
const planted = /planted-(named|inline|second)-canary/;

let on: Served;
let log = "";
beforeAll(async () => {
  on = await serve();
  for (const stream of [on.process.stdout, on.process.stderr])
    stream.on("data", (chunk) => {
      log += chunk;
    });
});
afterAll(() => on?.close());

const printing = `
const config = JSON.parse(process.env.BOT_CONFIG);
console.log("I was given", process.env.BOT_CONFIG);
console.log(JSON.stringify({ _metric: "seen", key: config.api_key, length: config.api_key.length }));
console.error(new Error("refused: " + config.password).stack);
`;
/** Deploys a custom bot and a bot of it. */
async function deploy(name: string, type: "realtime" | "scheduled", more = {}): Promise<string> {
  const folder = join(on.dir, name);
  mkdirSync(folder);
  const lines = [
    ...[`name: ${name}`, "version: 1.0.0", `type: ${type}`, "runtime: nodejs24", "network: none"],
    ...["entrypoints:", "  bot: bot.mjs", "  query: query.mjs", "schema:", "  bot: bot-schema.json", ""],
  ];
  const config = { api_key: { secret: "kraken-key" }, password: inline };
  const schema = { type: "object", properties: { api_key: { type: "string", minLength: 8 } } };
  const files = {
    "bot-config.yaml": lines.join("\n"),
    "bot-schema.json": JSON.stringify(schema),
    "bot.mjs": `${printing}${type === "realtime" ? "setInterval(() => {}, 1000);" : ""}`,
    "query.mjs": `${printing}
      const { QUERY_PORT, QUERY_HOST, RESULT_PATH } = process.env;
      if (QUERY_PORT) (await import("node:http")).createServer((_, answer) => answer.writeHead(200, { "content-type": "application/json" }).end("1")).listen(QUERY_PORT, QUERY_HOST);
      else (await import("node:fs")).writeFileSync(RESULT_PATH, '{"status":"ok","data":1}');`,
    "instance.json": JSON.stringify({ name, type: `${type}/${name}`, version: "1.0.0", ...more, config }),
  };
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  for (const words of [
    ["custom-bot", "deploy"],
    ["bot", "deploy", "instance.json"],
  ]) {
    const { code, stderr } = await on.platform(words, { cwd: folder });
    if (code !== 0) throw new Error(stderr);
  }
  return (await on.json(["bot", "get", name])).bot_id;
}

/** Files of the data folder that contain a planted secret. */
const found = () =>
  readdirSync(join(on.dir, "data"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => planted.test(readFileSync(file, "latin1")));

/** The processes of all users with this text in their environment, and in which variables. */
function environments(text: string): { pid: string; variables: string[] }[] {
  return readdirSync("/proc")
    .filter((pid) => /^\d+$/.test(pid))
    .flatMap((pid) => {
      try {
        const variables = readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
        const with_it = variables.filter((one) => one.includes(text)).map((one) => one.split("=", 1)[0]!);
        return with_it.length > 0 ? [{ pid, variables: with_it }] : [];
      } catch {
        return [];
      }
    });
}

test("no planted secret is on the disk, in an answer or in a log; processes of its bots alone have it, in one variable", async () => {
  const set = await on.platform(["secret", "set", "kraken-key"], { input: `${named}\n` });
  expect([set.code, set.stdout]).toEqual([0, "Set kraken-key, version 1.\n"]);
  const id = await deploy("trader", "realtime");
  const nightly = await deploy("nightly", "scheduled", { schedule: "0 0 1 1 *" });
  expect(await on.json(["bot", "run", "nightly"])).toMatchObject({ status: "success" });
  for (const name of ["trader", "nightly"])
    await expect
      .poll(async () => (await on.platform(["bot", "query", name, "/x"])).stdout, { timeout: 30_000 })
      .toBe("1\n");
  const messages = async () =>
    (await on.json(["bot", "logs", "trader"])).items.map(({ message }: { message: string }) => message);
  await expect.poll(messages, { timeout: 30_000 }).toContainEqual(expect.stringContaining("refused: "));
  // Otherwise nothing would be proven.
  expect((await messages()).join("\n")).toContain('I was given {"api_key":"********","password":"********"}');
  expect((await on.json(["bot", "metrics", "trader"])).items[0].data).toEqual({
    key: "********",
    length: named.length,
  });

  const holders = environments(named);
  expect(holders.length).toBeGreaterThan(0);
  for (const { variables } of holders) expect(variables).toEqual(["BOT_CONFIG"]);

  const key = readFileSync(join(on.dir, "data", "admin.key"), "utf8").trim();
  const headers = { authorization: `ApiKey ${key}`, "content-type": "application/json" };
  const document = (await (await fetch(`${on.url}/openapi.json`)).json()) as { paths: object };
  const paths = Object.keys(document.paths)
    .filter((path) => !/\/(session|device|wait|stream|users\/\{name\})/.test(path))
    .map((path) => path.replace("{name}", "kraken-key").replace("{key}", "x"));
  for (const path of paths)
    for (const bot of [id, nightly]) {
      const answer = await fetch(`${on.url}${path.replace("{bot_id}", bot)}`, { headers });
      expect(planted.test(await answer.text()), path).toBe(false);
    }
  for (const [name, args] of [
    ["bot_list", {}],
    ["bot_get", { bot_id: id }],
    ["logs_get", { bot_id: id }],
    ["logs_summary", { bot_id: id }],
  ] as const) {
    const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } };
    const answer = await fetch(`${on.url}/mcp`, { method: "POST", headers, body: JSON.stringify(call) });
    expect(planted.test(await answer.text()), name).toBe(false);
  }
  for (const words of [
    ["bot", "get", "trader"],
    ["bot", "revisions", "trader"],
    ["secret", "show", "kraken-key"],
    ["secret", "list"],
    ["bot", "logs", "trader", "--json"],
    ["run", "list", "nightly"],
  ]) {
    const { stdout, stderr } = await on.platform(words);
    expect(planted.test(stdout + stderr), words.join(" ")).toBe(false);
  }
  // Raw output is on the disk until it is stored.
  await expect.poll(found, { timeout: 30_000 }).toEqual([]);
  expect(log).not.toMatch(planted);
});

test("a new value reaches the running bot, and a staged one waits for the word", async () => {
  const rotated = await on.platform(["secret", "rotate", "kraken-key", "--stage"], { input: next });
  expect(rotated.stderr).toContain("It is staged for 2 bots. Next: platform secret apply kraken-key");
  expect(environments(next)).toEqual([]);
  expect((await on.platform(["secret", "list"])).stdout).toMatch(/^kraken-key\t2 \(staged\)\t/);
  await on.platform(["secret", "apply", "kraken-key"]);
  await expect.poll(() => environments(next).length, { timeout: 30_000 }).toBeGreaterThan(0);
  await expect.poll(() => environments(named), { timeout: 30_000 }).toEqual([]);
  const refused = await on.platform(["secret", "delete", "kraken-key", "--yes"]);
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringContaining('The secret "kraken-key" is used by trader, nightly.'),
  ]);
  const missing = await on.platform(["secret", "rotate", "none"], { input: next });
  expect([missing.code, missing.stderr]).toEqual([5, expect.stringContaining('There is no secret "none".')]);
  await expect.poll(found, { timeout: 30_000 }).toEqual([]);
});
