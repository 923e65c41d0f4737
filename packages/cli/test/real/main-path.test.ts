import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { ended, says, start, temporary } from "../platform.ts";
import { type Served, serve } from "./served.ts";

let on: Served;
beforeAll(async () => {
  on = await serve();
});
afterAll(() => on?.close());

/** Repeats a command until its output is as expected. */
async function until<T>(ask: () => Promise<T>, enough: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (enough(answer)) return answer;
  }
}

describe("a new realtime bot in Python can be deployed unchanged", () => {
  const runtime = "python311";
  const name = "beats";
  let folder: string;

  beforeAll(async () => {
    expect(
      await on.platform(["custom-bot", "init", name, "--runtime", runtime], { cwd: on.dir }),
    ).toMatchObject({ code: 0 });
    folder = join(on.dir, name);
    expect(await on.platform(["custom-bot", "deploy"], { cwd: folder })).toMatchObject({ code: 0 });
    await deployed(name);
  });

  /** Creates a bot with this name, for tests that change theirs one of their own. */
  async function deployed(bot: string): Promise<string> {
    const type = `realtime/${name}`;
    const instance = { name: bot, type, version: "^1", config: { interval_seconds: 0.2 } };
    writeFileSync(join(folder, "instance.json"), JSON.stringify(instance));
    expect(await on.platform(["bot", "deploy", "instance.json"], { cwd: folder })).toMatchObject({ code: 0 });
    return bot;
  }

  test("the same content again is up to date; other content is refused, and the next version is suggested", async () => {
    const again = await on.platform(["custom-bot", "deploy"], { cwd: folder });
    expect(again).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`${name} 1.0.0 is already up to date.`),
    });
    const changed = join(on.dir, `changed-${name}`);
    mkdirSync(changed);
    await on.platform(["custom-bot", "init", name, "--runtime", runtime], { cwd: changed });
    writeFileSync(join(changed, name, "extra.txt"), "more");
    const refused = await on.platform(["custom-bot", "deploy"], { cwd: join(changed, name) });
    expect(refused.code).toBe(6);
    expect(refused.stderr).toMatch(
      /a version cannot be changed\.\n {2}next: set version: 1\.0\.1 in bot-config\.yaml/,
    );
  });

  test("it runs, is listed and emits metrics", async () => {
    const { items } = await on.json(["bot", "list"]);
    expect(items).toContainEqual(expect.objectContaining({ name, status: "running", version: "1.0.0" }));
    const metrics = await until(
      () => on.json(["bot", "metrics", name]),
      ({ items }) => items.length > 0,
    );
    expect(metrics.items[0]).toMatchObject({ type: "beat", data: { symbol: "AAPL" } });
  });

  test("its answers are printed unchanged with --raw and indented otherwise", async () => {
    const raw = await on.platform(["bot", "query", name, "/health", "--raw"]);
    expect(raw).toMatchObject({ code: 0, stdout: '{"status":"ok"}' });
    const pretty = await on.platform(["bot", "query", name, "/status", "-p", "any=1"]);
    expect(pretty.stdout).toMatch(/^\{\n {2}"symbol": "AAPL",\n {2}"beats": \d+\n\}\n$/);
  });

  test("its logs can be followed until Ctrl-C, which is exit code 130 without a message", async () => {
    const child = start(["bot", "logs", name, "-w", "--json=seq,message"], { env: on.env });
    const ending = ended(child);
    await Promise.all([says(child, "stdout", /"started"/), says(child, "stderr", /Waiting for log lines/)]);
    child.kill("SIGINT");
    const { code, stdout, stderr } = await ending;
    expect(code).toBe(130);
    expect(stderr.trim().split("\n")).toEqual([expect.stringMatching(/^Waiting for log lines of beats/)]);
    const numbers = stdout
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { seq: number }).seq);
    expect(numbers).toEqual(numbers.map((_, at) => numbers[0]! + at));
  });

  test("it is named by its id, by the beginning of its id, and by its name", async () => {
    const { bot_id } = await on.json(["bot", "get", name]);
    expect(await on.json(["bot", "get", bot_id.slice(0, -2)])).toMatchObject({ bot_id });
  });

  test("one value of its config is changed, and it is stopped, started and restarted", async () => {
    const changed = await deployed("changed");
    const before = await on.json(["bot", "get", changed]);
    const updated = await on.json(["bot", "update", changed, "--set", "symbol=IBM"]);
    expect(updated).toMatchObject({
      revision: 2,
      status: "running",
      config: { symbol: "IBM", interval_seconds: 0.2 },
    });
    expect(updated.started_at > before.started_at).toBe(true);
    const restarted = await on.json(["bot", "restart", changed]);
    expect(restarted.status).toBe("running");
    expect(restarted.started_at > updated.started_at).toBe(true);
    expect(await on.json(["bot", "stop", changed])).toMatchObject({ status: "stopped" });
    const state = await on.json(["bot", "state", changed]);
    expect(state.items).toEqual([expect.objectContaining({ key: "beats" })]);
    expect((await on.platform(["bot", "state", changed, "beats"])).stdout).toMatch(/^\d+\n$/);
    const { bot_id } = await on.json(["bot", "get", changed]);
    writeFileSync(join(on.dir, "data", "bots", bot_id, "state", "torn.json"), '{"a":');
    expect(await on.platform(["bot", "state", changed, "torn"])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /"torn" of changed is not valid JSON.*platform bot state changed torn --raw/s,
      ),
    });
    expect(await on.platform(["bot", "state", changed, "torn", "--raw"])).toMatchObject({ stdout: '{"a":' });
    expect(await on.platform(["bot", "query", changed, "/status"])).toMatchObject({ code: 1 });
    expect(await on.json(["bot", "start", changed])).toMatchObject({ status: "running" });
  });

  test("it is deleted by its name, and a second time only with --if-exists", async () => {
    const unwanted = await deployed("unwanted");
    expect(await on.platform(["bot", "delete", unwanted])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--yes"),
    });
    expect(await on.platform(["bot", "delete", unwanted, "--yes"])).toMatchObject({ code: 0 });
    expect(await on.platform(["bot", "delete", unwanted, "--yes"])).toMatchObject({ code: 5 });
    expect(await on.platform(["bot", "delete", unwanted, "--yes", "--if-exists"])).toMatchObject({ code: 0 });
  });
});

test("a new realtime bot in Node.js can be deployed unchanged and answers queries", async () => {
  const name = "node-beats";
  await on.platform(["custom-bot", "init", name, "--runtime", "nodejs24"], { cwd: on.dir });
  const cwd = join(on.dir, name);
  expect(await on.platform(["custom-bot", "deploy"], { cwd })).toMatchObject({ code: 0 });
  expect(await on.json(["bot", "deploy", "instance.json"], { cwd })).toMatchObject({ status: "running" });
  expect(await on.json(["bot", "query", name, "/status"])).toMatchObject({ symbol: "AAPL" });
});

test("a new scheduled bot in Node.js can be deployed unchanged, runs and answers queries", async () => {
  const name = "node-ticks";
  await on.platform(["custom-bot", "init", name, "--runtime", "nodejs24", "--type", "scheduled"], {
    cwd: on.dir,
  });
  const cwd = join(on.dir, name);
  expect(await on.platform(["custom-bot", "deploy"], { cwd })).toMatchObject({ code: 0 });
  const dry = await on.json(["bot", "deploy", "instance.json", "--dry-run"], { cwd });
  expect(dry).toMatchObject({ dry_run: true, version: "1.0.0", config: { symbol: "AAPL" } });
  expect(dry.next_ticks).toHaveLength(5);
  expect(await on.json(["bot", "deploy", "instance.json"], { cwd })).toMatchObject({ status: "idle" });
  const run = await on.json(["bot", "run", name]);
  expect(run).toMatchObject({
    status: "success",
    exit_code: 0,
    result: { message: "looked at AAPL, run 1" },
  });
  expect((await on.json(["bot", "runs", name])).items).toContainEqual(
    expect.objectContaining({ id: run.id }),
  );
  expect(await on.json(["bot", "query", name, "/status"])).toEqual({ symbol: "AAPL", runs: 1 });
});

test("a new scheduled bot in Python can be deployed unchanged and runs", async () => {
  const name = "python-ticks";
  await on.platform(["custom-bot", "init", name, "--type", "scheduled"], { cwd: on.dir });
  const cwd = join(on.dir, name);
  expect(await on.platform(["custom-bot", "deploy"], { cwd })).toMatchObject({ code: 0 });
  await on.platform(["bot", "deploy", "instance.json", "-d"], { cwd });
  expect(await on.json(["bot", "run", name])).toMatchObject({ status: "success" });
});

test("SIGTERM stops platform serve, which reports what happens to the bots", async () => {
  const data = join(temporary(), "data");
  const child = start(["serve", "--port", "0", "--data-dir", data, "--stop-bots"]);
  const ending = ended(child);
  await says(child, "stdout", /platform: +http/);
  child.kill("SIGTERM");
  const { code, stderr } = await ending;
  expect(code).toBe(0);
  expect(stderr).toContain(
    "Stopping the platform and its bots; the next platform serve starts the bots again",
  );
});

test("Ctrl-C during start-up stops platform serve", async () => {
  const data = join(temporary(), "data");
  const child = start(["serve", "--port", "0", "--data-dir", data]);
  const ending = ended(child);
  // The data folder is locked well before the platform listens.
  await vi.waitUntil(() => existsSync(join(data, "platform.json")), { timeout: 120_000, interval: 5 });
  child.kill("SIGINT");
  const { code, stderr } = await ending;
  expect(code).toBe(0);
  expect(stderr).toContain("Stopping the platform.");
});

test("without --stop-bots the bots keep running, and platform serve reports it", async () => {
  const child = start(["serve", "--port", "0", "--data-dir", join(temporary(), "data")]);
  const ending = ended(child);
  await says(child, "stdout", /platform: +http/);
  child.kill("SIGINT");
  const { code, stderr } = await ending;
  expect(code).toBe(0);
  expect(stderr).toContain(
    "Stopping the platform. The bots keep running; the next platform serve takes them over.",
  );
});
