import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { RunFixture } from "../../mock-server/src/index.ts";
import { mocked } from "./mocked.ts";
import { newBot } from "./new-bot.ts";
import { ended, platform, says, start } from "./platform.ts";
import { threeBots } from "./three-bots.ts";

const numbered = (count: number) => Array.from({ length: count }, (_, at) => `line ${at + 1}`);

test("bot ls is bot list", async () => {
  const { run } = await threeBots();
  const { code, stdout } = await run("bot", "ls");
  expect({ code, stdout }).toEqual({ code: 0, stdout: (await run("bot", "list")).stdout });
  expect(stdout).toContain("alpha");
});

test("logs --tail is --limit, and the two cannot be combined", async () => {
  const { run } = await threeBots(numbered(9));
  const { stdout } = await run("bot", "logs", "alpha", "--tail", "2");
  expect(stdout.match(/line \d/g)).toEqual(["line 8", "line 9"]);
  const both = await run("bot", "logs", "alpha", "--tail", "2", "-n", "3");
  expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining("--tail and --limit are the same") });
  expect((await run("bot", "logs", "alpha", "--tail", "x")).stderr).toContain(
    "--tail x is not a whole number",
  );
});

test.each([
  ["2026-11-20 10:00:00..2026-11-20 11:00:00 UTC", "2026-11-20T10:00:00.000Z..2026-11-20T11:00:00.000Z"],
  ["2026-11-20T10:00..2026-11-21~7", "2026-11-20T10:00:00.000Z..2026-11-21~7"],
  ["20261120-20261121", "20261120-20261121"],
])("logs --date-range reads %s as --since and --until read times", async (given, sent) => {
  const { run, mock } = await threeBots();
  expect(await run("bot", "logs", "alpha", "--date-range", given)).toMatchObject({ code: 0 });
  const asked = mock.requests.findLast(({ operation }) => operation === "listLogs");
  expect(asked?.input).toMatchObject({ date_range: sent });
});

test("logs -f follows, and says that it waits and how to see what the bot does", async () => {
  const { mock, env } = await threeBots(numbered(1));
  const child = start(["bot", "logs", "alpha", "-f"], { env });
  const ending = ended(child);
  await says(child, "stderr", /Waiting/);
  mock.addLogs("alpha", ["later"]);
  await says(child, "stdout", /later\n/);
  mock.setStatus("alpha", "failed");
  await says(child, "stderr", /The bot is failed\.\n/);
  child.kill("SIGINT");
  const { code, stderr } = await ending;
  expect(code).toBe(130);
  expect(stderr.split("\n")[0]).toBe(
    "Waiting for log lines of alpha, which is running; Ctrl-C ends this. To see what it does: platform bot get alpha",
  );
});

test("metrics -f of a stopped bot says how to start it; --quiet says nothing", async () => {
  const { mock, env } = await threeBots([], {}, { status: "stopped" });
  const child = start(["bot", "metrics", "alpha", "-f"], { env });
  const ending = ended(child);
  await says(child, "stderr", /Waiting/);
  child.kill("SIGINT");
  expect((await ending).stderr).toBe(
    "Waiting for metrics of alpha, which is stopped; Ctrl-C ends this. To start it: platform bot start alpha\n",
  );
  mock.clearRequests();
  const silent = start(["bot", "metrics", "alpha", "-f", "--quiet"], { env });
  const silence = ended(silent);
  await mock.requested("subscribe");
  mock.addMetrics("alpha", [{ type: "x", data: { a: 1 } }]);
  await says(silent, "stdout", /x/);
  silent.kill("SIGINT");
  expect((await silence).stderr).toBe("");
});

test("--status accepts several statuses of bots", async () => {
  const { run, mock } = await threeBots();
  mock.setStatus("beta", "failed");
  mock.setStatus("gamma", "stopped");
  const { stdout } = await run("bot", "list", "--status", "failed, stopped");
  expect(stdout.match(/alpha|beta|gamma/g)).toEqual(["beta", "gamma"]);
  expect((await run("bot", "list", "--status", "starting")).stderr).toBe(
    "No bot matches these options. To list all bots: platform bot list\n",
  );
  expect(await run("bot", "list", "--status", "failed,happy")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("argument 'failed,happy' is invalid. Allowed choices are pending,"),
  });
});

/** A scheduled bot with these runs; a new one lasts until it is canceled. */
const scheduled = (runs: RunFixture[] = []) =>
  mocked({ bots: [{ name: "tick", bot_id: "bot_tick", type: "scheduled/x", runs, run: { hold: true } }] });

test("--status accepts several statuses of runs", async () => {
  const { run } = await scheduled([
    { id: "run_1", status: "success" },
    { id: "run_2", status: "error" },
    { id: "run_3", status: "timed_out" },
  ]);
  const { stdout } = await run("bot", "runs", "tick", "--status", "error,timed_out");
  expect(stdout.match(/^run_\d/gm)).toEqual(["run_3", "run_2"]);
  expect((await run("bot", "runs", "tick", "--status", "success")).stdout.match(/^run_\d/gm)).toEqual([
    "run_1",
  ]);
});

test("run cancel cancels a run; canceling it again is exit code 1", async () => {
  const { run } = await scheduled();
  const started = JSON.parse((await run("bot", "run", "tick", "--detach", "--json")).stdout) as {
    id: string;
  };
  expect(JSON.parse((await run("run", "cancel", started.id, "--json")).stdout)).toMatchObject({
    id: started.id,
    status: "canceled",
  });
  expect(await run("run", "cancel", started.id)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('The run has already ended with the status "canceled".'),
  });
  expect(await run("run", "cancel", "run_none")).toMatchObject({ code: 5 });
});

test("a query path may carry its parameters; -p overrides them", async () => {
  const { run, mock } = await threeBots();
  const sent = async (...args: string[]) => {
    mock.clearRequests();
    await run("bot", "query", "alpha", ...args);
    return (await mock.requested("queryBot")).input?.query;
  };
  expect(await sent("/signals?limit=2&name=a+b%26c&on=true")).toMatchObject({
    query_path: "/signals",
    params: { limit: 2, name: "a b&c", on: true },
  });
  expect(await sent("/signals?limit=2", "-p", "limit=3", "--params", '{"limit":1,"x":0}')).toMatchObject({
    query_path: "/signals",
    params: { limit: 3, x: 0 },
  });
  expect(await sent("/signals?")).toMatchObject({ query_path: "/signals", params: {} });
});

test.each([
  ["/signals?limit", '"limit" is not of the form key=value'],
  ["/signals?a=%zz", "is not valid percent-encoding"],
  ["/signals?a=1&a=2", 'The key "a" appears twice'],
])("the query path %s is exit code 2", async (path, sentence) => {
  const { run } = await threeBots();
  expect(await run("bot", "query", "alpha", path)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(sentence),
  });
});

test("delete takes several bots; if one does not exist, none is deleted", async () => {
  const { run, mock } = await threeBots();
  const deleted = () => mock.requests.filter(({ operation }) => operation === "deleteBot").length;
  expect(await run("bot", "delete", "alpha", "nobody", "--yes")).toMatchObject({ code: 5 });
  expect(deleted()).toBe(0);
  expect(await run("bot", "delete", "alpha", "bot_abc1", "beta", "--yes")).toMatchObject({
    code: 0,
    stdout: "Deleted alpha (bot_abc1).\nDeleted beta (bot_abc2).\n",
  });
  const { stdout } = await run("bot", "delete", "nobody", "gamma", "--yes", "--if-exists", "--json");
  expect(JSON.parse(stdout)).toEqual({
    items: [
      { bot_id: null, name: "nobody", deleted: false },
      { bot_id: "bot_xyz3", name: "gamma", deleted: true },
    ],
  });
});

test("after a new version, the last line of deploy names the bots that stay on another one and how to update them", async () => {
  const { env, run } = await mocked();
  const cwd = await newBot();
  const deploy = async (version: string) => {
    const file = join(cwd, "bot-config.yaml");
    const text = readFileSync(file, "utf8").replace(/^version: .*$/m, `version: ${version}`);
    writeFileSync(file, text);
    const { code, stderr } = await platform(["custom-bot", "deploy"], { cwd, env });
    expect(code, stderr).toBe(0);
    return stderr.trimEnd().split("\n").at(-1);
  };
  const bot = (name: string, version: string) => {
    const instance = JSON.parse(readFileSync(join(cwd, "instance.json"), "utf8")) as object;
    const input = JSON.stringify({ ...instance, name, version });
    return platform(["bot", "deploy", "-", "--detach"], { env, input });
  };
  expect(await deploy("1.0.0")).toBe("Next: platform bot deploy <instance-config.json>");
  await bot("exact bot", "1.0.0");
  await bot("ranged", "^1.0");
  expect(await deploy("1.1.0")).toBe(
    "2 bots stay on another version: 'exact bot' (1.0.0), ranged (1.0.0). Next: platform bot update 'exact bot' --version 1.1.0; platform bot update ranged --version '^1.0'",
  );
  await run("bot", "update", "ranged", "--version", "^1.0");
  await run("bot", "delete", "exact bot", "--yes");
  expect(await deploy("1.1.0")).not.toContain("version");
  expect(await deploy("1.0.1")).toBe("1 bot stays on another version: ranged (1.1.0).");
  for (const name of ["a", "b", "c"]) await bot(name, "1.0.0");
  expect(await deploy("1.2.0")).toBe(
    "4 bots stay on another version: a (1.0.0), b (1.0.0), c (1.0.0), 1 more, which platform bot list shows. Next: platform bot update a --version 1.2.0; platform bot update b --version 1.2.0; platform bot update c --version 1.2.0",
  );
});

test("custom-bot delete deletes a version that no bot uses", async () => {
  const { run } = await mocked({
    custom_bots: [
      { name: "x", version: "1.0.0" },
      { name: "x", version: "1.1.0" },
    ],
    bots: [{ name: "alpha", type: "realtime/x", version: "1.1.0" }],
  });
  const remove = (...args: string[]) => run("custom-bot", "delete", "x", ...args);
  expect(await remove("--yes")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--version is required"),
  });
  expect(await remove("--version", "latest", "--yes")).toMatchObject({ code: 2 });
  expect(await remove("--version", "1.0.0")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("next: platform custom-bot delete x --version 1.0.0 --yes"),
  });
  expect(await remove("--version", "1.0.0", "--yes")).toMatchObject({
    code: 0,
    stdout: "Deleted x 1.0.0.\n",
  });
  expect(JSON.parse((await run("custom-bot", "get", "x", "--json", "versions")).stdout)).toEqual({
    versions: ["1.1.0"],
  });
  expect(await remove("--version", "1.0.0", "--yes")).toMatchObject({ code: 5 });
  expect(await remove("--version", "1.1.0", "--yes")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('"x" 1.1.0 is used by the bot "alpha".'),
  });
});
