import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { PostgresServer, postgresVersion } from "../../../repo/src/drive/postgres.ts";
import { afterThisTest, type Ended, platform, says, start, temporary } from "../platform.ts";
import { isolationOptions } from "./served.ts";

describe.skipIf(postgresVersion() === undefined)("a platform whose records are moved to PostgreSQL", () => {
  let server: PostgresServer;
  let dir: string;
  let url: string;
  let serving: ChildProcessWithoutNullStreams | undefined;
  beforeAll(async () => {
    server = await PostgresServer.start();
    await server.query("postgres", "create database botyard");
    url = server.url("botyard");
  });
  beforeEach(() => {
    dir = temporary();
  });
  afterAll(() => server?.close());

  const data = () => join(dir, "data");
  const env = () => ({ HOME: dir, PLATFORM_CONFIG_HOME: join(dir, "config") });

  /** Serves the data folder, and returns the address. */
  async function serve(more: Record<string, string> = {}): Promise<string> {
    const words = ["serve", "--port", "0", "--data-dir", data(), "--stop-bots"];
    serving = start([...words, ...(await isolationOptions(data()))], { env: { ...env(), ...more } });
    afterThisTest(stop);
    return /http:\/\/127\.0\.0\.1:\d+/.exec(await says(serving, "stdout", /platform: +http\S+\n/))![0];
  }
  async function stop(): Promise<void> {
    const child = serving;
    serving = undefined;
    if (!child || child.exitCode !== null) return;
    const over = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await over;
  }
  const key = () => readFileSync(join(data(), "admin.key"), "utf8").trim();
  const run = (words: string[], more: { cwd?: string; input?: string; env?: Record<string, string> } = {}) =>
    platform(words, { ...more, env: { ...env(), ...more.env } });
  async function done(words: string[], more?: Parameters<typeof run>[1]): Promise<Ended> {
    const ended = await run(words, more);
    expect(ended, `${words.join(" ")}: ${ended.stderr}`).toMatchObject({ code: 0 });
    return ended;
  }

  /** What the platform answers of all that it stores. */
  async function answers(at: string): Promise<Record<string, unknown>> {
    const found: Record<string, unknown> = {};
    const get = async (path: string) => {
      const answer = await fetch(`${at}/api/v1${path}`, { headers: { "x-api-key": key() } });
      const text = await answer.text();
      expect([path, answer.status]).toEqual([path, 200]);
      // The moment at which the key was used, or the question asked.
      found[path] = text.replace(/"(last_used_at|server_time|as_of|until|since)":"[^"]*"/g, '"$1":"-"');
      return JSON.parse(text);
    };
    for (const path of ["/api-keys", "/users", "/secrets", "/secrets/kraken-key", "/usage", "/custom-bots"])
      await get(path);
    await get("/custom-bots/mover/versions");
    await get("/custom-bots/mover/versions/1.0.0");
    const { items } = (await get("/bots")) as { items: { bot_id: string; model: string }[] };
    expect(items).toHaveLength(2);
    for (const { bot_id } of items) {
      for (const part of [
        "",
        "/revisions",
        "/logs",
        "/metrics",
        "/metrics/all",
        "/runs",
        "/state",
        "/network",
      ])
        await get(`/bots/${bot_id}${part}`);
      const { items: runs = [] } = JSON.parse(found[`/bots/${bot_id}/runs`] as string);
      for (const { id } of runs) await get(`/runs/${id}`);
    }
    return found;
  }

  async function deploy(name: string, type: string, code: string, more: object): Promise<void> {
    const cwd = join(dir, name);
    mkdirSync(cwd);
    const lines = [
      ...["name: mover", `version: ${type === "realtime" ? "1.0.0" : "2.0.0"}`, `type: ${type}`],
      ...["runtime: nodejs24", "network: none", "entrypoints:", "  bot: bot.mjs"],
      ...["schema:", "  bot: bot-schema.json", ""],
    ];
    writeFileSync(join(cwd, "bot-config.yaml"), lines.join("\n").replace("name: mover", `name: ${name}`));
    writeFileSync(join(cwd, "bot-schema.json"), '{"type":"object"}');
    writeFileSync(join(cwd, "bot.mjs"), code);
    const version = type === "realtime" ? "1.0.0" : "2.0.0";
    const config = { api_key: { secret: "kraken-key" } };
    writeFileSync(
      join(cwd, "instance.json"),
      JSON.stringify({ name, type: `${type}/${name}`, version, config, ...more }),
    );
    await done(["custom-bot", "deploy"], { cwd });
    await done(["bot", "deploy", "instance.json"], { cwd });
  }

  test("answers as before, and so it does when they are moved back", async () => {
    const at = await serve();
    await done(["auth", "login", "--url", at, "--with-token"], { input: key() });
    await done(["secret", "set", "kraken-key"], { input: "planted-move-canary" });
    await done(["user", "add", "alice"]);
    await done(["key", "create", "reader", "--scope", "read"]);
    const output = `
import { writeFileSync } from "node:fs";
const metric = { _metric: "price", timestamp: new Date().toISOString(), data: { symbol: "A", value: 1.5 } };
for (let at = 0; at < 40; at++) console.log("line " + at + " of \\u0000 and \\ufdd0");
console.log(JSON.stringify(metric));
writeFileSync(process.env.STATE_DIR + "/count.json", "7");
`;
    await deploy("mover", "realtime", `${output}setInterval(() => {}, 1000);`, {});
    await deploy("daily", "scheduled", output, { schedule: "0 0 1 1 *" });
    await done(["bot", "run", "daily"]);
    const logs = async () => (await run(["bot", "logs", "mover"])).stdout;
    await expect.poll(logs).toContain("line 39 of");
    await done(["bot", "stop", "mover"]);
    await done(["bot", "update", "daily", "--schedule", "0 0 2 1 *"]);
    const before = await answers(at);

    const words = ["store", "copy", "--from", `sqlite:${data()}`, "--to", url];
    const used = await run(words);
    expect([used.code, used.stderr]).toEqual([
      1,
      expect.stringContaining(`is in use by another platform (process ${serving!.pid} at ${at})`),
    ]);
    await stop();
    await done(words);

    const PLATFORM_DATABASE_URL = url;
    const early = await run(["serve", "--port", "0", "--data-dir", data()], {
      env: { PLATFORM_DATABASE_URL },
    });
    expect([early.code, early.stderr]).toEqual([1, expect.stringContaining("has records of its own")]);
    renameSync(join(data(), "platform.db"), join(dir, "before.db"));
    const moved = await serve({ PLATFORM_DATABASE_URL });
    expect(await answers(moved)).toEqual(before);
    const busy = await run(["store", "copy", "--from", url, "--to", `sqlite:${join(dir, "other")}`]);
    expect([busy.code, busy.stderr]).toEqual([
      1,
      expect.stringContaining(`in use by the platform with process id ${serving!.pid}`),
    ]);
    await stop();

    // Who forgets the variable does not run the bots by the records of before.
    const forgotten = await run(["serve", "--port", "0", "--data-dir", data()]);
    expect([forgotten.code, forgotten.stderr]).toEqual([
      1,
      expect.stringContaining("Set PLATFORM_DATABASE_URL"),
    ]);

    await done(["store", "copy", "--from", url, "--to", `sqlite:${data()}`]);
    expect(await answers(await serve())).toEqual(before);
  });

  test("is refused on a data folder with bots if its database has no records", async () => {
    await server.query("postgres", "create database empty");
    mkdirSync(join(data(), "bots", "bot_1"), { recursive: true });
    const { code, stderr } = await run(["serve", "--port", "0", "--data-dir", data()], {
      env: { PLATFORM_DATABASE_URL: server.url("empty") },
    });
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining("The database has no records, but the data folder"),
    ]);
    expect(existsSync(join(data(), "bots", "bot_1"))).toBe(true);
  });
});
