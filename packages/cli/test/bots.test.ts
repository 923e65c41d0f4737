import { expect, test } from "vitest";
import { fakePlatform, type Says } from "../../client/test/fake-platform.ts";
import { afterThisTest, ended, platform, says, start } from "./platform.ts";

const bot = (bot_id: string, name: string) => ({
  bot_id,
  name,
  type: "realtime/x",
  version: "1.0.0",
  version_spec: "1.0.0",
  config: {},
  desired: "running",
  status: "running",
  revision: 1,
  restarts: 0,
  created_at: "2026-11-20T14:30:00.123Z",
  updated_at: "2026-11-20T14:30:00.123Z",
  has_queries: true,
});
const bots = [bot("bot_abc1", "alpha"), bot("bot_abc2", "beta"), bot("bot_xyz3", "\u001b[31mgamma\n\u202e")];

const record = (seq: number, message = `line ${seq}`) => ({
  seq,
  time: "2026-11-20T14:30:00.123Z",
  ingested_at: "2026-11-20T14:30:00.123Z",
  bot_id: "bot_abc1",
  stream: "stdout",
  level: "info",
  message,
});

/** A platform with three bots and these log lines. */
async function threeBots(logs: object[] = [], more: (path: string) => Says | undefined = () => undefined) {
  const fake = await fakePlatform(({ path }) => {
    const own = more(path);
    if (own) return own;
    if (/\/bots\?/.test(path)) return { json: { items: bots } };
    if (/\/logs\?/.test(path)) return { json: { items: logs } };
    const found = bots.find(({ bot_id }) => path.endsWith(`/bots/${bot_id}`));
    return found
      ? { json: found }
      : { status: 404, json: { code: "bot_not_found", detail: "Bot not found" } };
  });
  afterThisTest(fake.close);
  const env = { PLATFORM_API_URL: fake.url, PLATFORM_API_KEY: "k" };
  return { ...fake, env, run: (...args: string[]) => platform(args, { env }) };
}

test("in a pipe a list has one line per bot, even if names contain control characters", async () => {
  const { run } = await threeBots();
  const { stdout, stderr, code } = await run("bot", "list");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout.split("\n").map((line) => line.split("\t").slice(0, 2))).toEqual([
    ["bot_abc1", "alpha"],
    ["bot_abc2", "beta"],
    ["bot_xyz3", "gamma "],
    [""],
  ]);
  expect(stdout).toContain("2026-11-20T14:30:00.123Z");
});

test("--json prints the documents, or only the given fields", async () => {
  const { run } = await threeBots();
  expect(JSON.parse((await run("bot", "list", "--json")).stdout)).toEqual({ items: bots });
  expect(JSON.parse((await run("bot", "list", "--json", "name,status")).stdout).items[0]).toEqual({
    name: "alpha",
    status: "running",
  });
  expect(JSON.parse((await run("bot", "get", "--json", "alpha")).stdout)).toEqual(bots[0]);
});

test("the beginning of an id names a bot if it is unambiguous; otherwise the candidates are listed", async () => {
  const { run } = await threeBots();
  expect(JSON.parse((await run("bot", "get", "bot_x", "--json")).stdout)).toMatchObject({
    bot_id: "bot_xyz3",
  });
  const { code, stderr } = await run("bot", "get", "bot_a");
  expect(code).toBe(2);
  expect(stderr).toContain('"bot_a" matches the ids of 2 bots.\n  bot_abc1  alpha\n  bot_abc2  beta\n');
});

test("an unknown bot is exit code 5, and the nearest name is suggested", async () => {
  const { run } = await threeBots();
  const { code, stderr } = await run("bot", "get", "alhpa");
  expect(code).toBe(5);
  expect(stderr).toContain(
    'error: Bot not found: no bot has the id or the name "alhpa".\n  did you mean "alpha"?',
  );
});

test("deleting without a terminal requires --yes, and without it sends no request", async () => {
  const { run, seen } = await threeBots();
  const { code, stderr } = await run("bot", "delete", "alpha");
  expect({ code, seen }).toEqual({ code: 2, seen: [] });
  expect(stderr).toContain("next: platform bot delete alpha --yes");
});

test("control characters are removed from logs, but --raw and --json keep them", async () => {
  const evil = "\u001b[2Jall is well\rno";
  const { run } = await threeBots([record(1, evil)]);
  expect((await run("bot", "logs", "bot_abc1")).stdout).toBe(
    "2026-11-20T14:30:00.123Z info  all is wellno\n",
  );
  expect((await run("bot", "logs", "bot_abc1", "--raw")).stdout).toContain(evil);
  expect(JSON.parse((await run("bot", "logs", "bot_abc1", "--json", "message")).stdout)).toEqual({
    items: [{ message: evil }],
  });
});

test("more lines than one page holds are still lines of the last 24 hours", async () => {
  const asked: URLSearchParams[] = [];
  const { run } = await threeBots([], (path) => {
    if (!/\/logs\?/.test(path)) return undefined;
    const query = new URL(path, "http://platform").searchParams;
    asked.push(query);
    const first = query.has("before") ? [] : Array.from({ length: 1000 }, (_, n) => record(n + 5000));
    return { json: { items: first } };
  });
  expect((await run("bot", "logs", "bot_abc1", "-n", "1500")).code).toBe(0);
  expect(asked.map((query) => query.get("before"))).toEqual([null, "5000"]);
  const ages = asked.map((query) => Date.now() - Date.parse(query.get("from") ?? ""));
  for (const age of ages) expect(age / 3_600_000).toBeCloseTo(24, 1);
  await run("bot", "logs", "bot_abc1", "--run", "run_1");
  expect(asked.at(-1)?.has("from")).toBe(false);
});

test("dropped log lines are reported at their place", async () => {
  const { run } = await threeBots([record(1), { ...record(2), dropped_before: 17, fields: { n: 1 } }]);
  const { stdout } = await run("bot", "logs", "bot_abc1");
  expect(stdout.split("\n")[1]).toBe("--- 17 log lines were dropped ---");
  expect(stdout.split("\n")[2]).toMatch(/line 2 \{"n":1\}$/);
});

test("-w continues after the last line, reports a gap, and exits with 130 on Ctrl-C", async () => {
  const fake = await threeBots([record(1), record(2)]);
  fake.onStream((socket) => {
    socket.on("message", (data) => {
      expect(JSON.parse(String(data))).toMatchObject({
        bot_id: "bot_abc1",
        channels: ["logs", "status"],
        after: { logs: 2 },
      });
      socket.send('{"op":"subscribed","id":"1"}');
      socket.send(JSON.stringify({ op: "gap", id: "1", channel: "logs", from: 3, to: 7 }));
      socket.send(JSON.stringify({ op: "event", id: "1", channel: "logs", seq: 8, record: record(8) }));
    });
  });
  const child = start(["bot", "logs", "bot_abc1", "-w"], { env: fake.env });
  const ending = ended(child);
  await says(child, "stdout", /line 8\n/);
  child.kill("SIGINT");
  const { code, stdout, stderr } = await ending;
  expect({ code, stderr }).toEqual({ code: 130, stderr: "" });
  expect(stdout.replaceAll(/^\S+Z info {2}/gm, "")).toBe(
    "line 1\nline 2\n--- 5 lines are missing: the platform no longer has them ---\nline 8\n",
  );
});

test("-w exits when the bot is deleted, after its last output", async () => {
  const fake = await threeBots([record(1)]);
  fake.onStream((socket) => {
    socket.on("message", () => {
      const say = (channel: string, line: object) =>
        socket.send(JSON.stringify({ op: "event", id: "1", channel, seq: 2, record: line }));
      socket.send('{"op":"subscribed","id":"1"}');
      say("status", { seq: 2, bot_id: "bot_abc1", status: "deleted" });
      say("logs", record(2, "farewell"));
    });
  });
  const { code, stdout, stderr } = await fake.run("bot", "logs", "bot_abc1", "-w");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "The bot was deleted.\n" });
  expect(stdout).toMatch(/line 1\n.* farewell\n$/);
});

test("-w filters new lines as the platform filters stored lines", async () => {
  const fake = await threeBots([]);
  fake.onStream((socket) => {
    socket.on("message", () => {
      socket.send('{"op":"subscribed","id":"1"}');
      const lines = [
        record(1),
        { ...record(2), level: "error" },
        { ...record(3, "Price feed"), level: "fatal" },
      ];
      for (const line of lines) {
        socket.send(JSON.stringify({ op: "event", id: "1", channel: "logs", seq: line.seq, record: line }));
      }
    });
  });
  const child = start(
    ["bot", "logs", "bot_abc1", "-w", "--level", "error", "--grep", "price", "--json=seq"],
    { env: fake.env },
  );
  const said = await says(child, "stdout", /\n/);
  child.kill("SIGINT");
  await ended(child);
  expect(said).toBe('{"seq":3}\n');
});

test("a closed pipe ends the command without an error", async () => {
  const many = Array.from({ length: 1000 }, (_, at) => record(at + 1, "x".repeat(500)));
  const { env } = await threeBots(many);
  const child = start(["bot", "logs", "bot_abc1", "-n", "1000"], { env });
  let stderr = "";
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  child.stdout.once("data", () => child.stdout.destroy());
  const code = await new Promise((resolve) => child.on("close", resolve));
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
});

test("the error page of a proxy is reported with its status", async () => {
  const { run } = await threeBots([], () => ({
    status: 502,
    text: "<html>",
    headers: { "content-type": "text/html" },
  }));
  expect(await run("bot", "list")).toMatchObject({
    code: 1,
    stderr: "error: The platform answered with status 502.\n  request_id: req_1\n",
  });
});

test("an invalid value is reported once, with its place and without hints about the REST API", async () => {
  const detail = '"short_period" is a string; it must be an integer.';
  const { run } = await threeBots([], (path) =>
    path.endsWith("/start")
      ? {
          status: 422,
          json: {
            ...{
              code: "validation_failed",
              detail,
              hint: "`errors` lists every problem.",
              request_id: "req_1",
            },
            errors: [{ pointer: "/config/short_period", detail }],
          },
        }
      : undefined,
  );
  const { code, stderr } = await run("bot", "start", "alpha");
  expect({ code, stderr }).toEqual({
    code: 6,
    stderr: `error: ${detail}\n  at /config/short_period\n  request_id: req_1\n`,
  });
});

test("long order numbers are printed with all their digits, in every form", async () => {
  const id = "12345678901234567891";
  const text = `{"items":[{"seq":1,"time":"2026-11-20T14:30:00.123Z","type":"fill","data":{"id":${id}}}]}`;
  const { run } = await threeBots([], (path) =>
    path.includes("/metrics")
      ? { text }
      : path.includes("/query/bot_abc1")
        ? { text: `{"id":${id},"price":1.10}` }
        : undefined,
  );
  for (const args of [[], ["--json"], ["--json", "data.id"], ["--json", "--jq", ".items[].data.id"]]) {
    const { stdout, stderr } = await run("bot", "metrics", "alpha", ...args);
    expect({ args, stderr, stdout }).toEqual({ args, stderr: "", stdout: expect.stringContaining(id) });
  }
  const { stdout, stderr } = await run("bot", "query", "alpha", "/fill", "--json=id,price");
  expect(stderr + stdout).toBe(`{\n  "id": ${id},\n  "price": 1.10\n}\n`);
});

test("a number that would be rounded is refused in a config", async () => {
  const { run, seen } = await threeBots();
  for (const args of [
    ["--set", "account=12345678901234567891"],
    ["--config", '{"account":12345678901234567891}'],
  ]) {
    const { code, stderr } = await run("bot", "update", "alpha", ...args);
    expect(code).toBe(6);
    expect(stderr).toContain(
      `${args[0]}: "account" is 12345678901234567891, which would be rounded to 12345678901234567000.`,
    );
    expect(stderr).toContain("Write it as a string");
  }
  expect(seen.filter(({ method }) => method !== "GET")).toEqual([]);
});

test("for an invalid key in the environment, unsetting it is suggested and not a sign-in", async () => {
  const refused = { status: 401, json: { code: "api_key_invalid", detail: "API key is invalid" } };
  const { run } = await threeBots([], () => refused);
  const { code, stderr } = await run("bot", "list");
  expect(code).toBe(4);
  expect(stderr).toContain(
    "next: unset PLATFORM_API_KEY, or set it to a valid key: it overrides the profile",
  );
});

test("an empty list of lines or runs is explained on standard error", async () => {
  const { run } = await threeBots([], (path) =>
    /\/runs\?/.test(path) ? { json: { items: [] } } : undefined,
  );
  await expect(run("bot", "logs", "alpha")).resolves.toMatchObject({
    stdout: "",
    stderr: "No log lines found.\n",
  });
  const runs = await run("bot", "runs", "alpha");
  expect(runs).toMatchObject({ code: 0, stdout: "" });
  expect(runs.stderr).toContain("alpha is a realtime bot; only scheduled bots have runs.");
});

test("an unknown custom bot is exit code 5, and the nearest name is suggested", async () => {
  const { run } = await threeBots([], (path) =>
    /custom-bots(\?|$)/.test(path)
      ? { json: { items: [{ name: "crossover", version: "1.0.0" }] } }
      : path.includes("custom-bots")
        ? { status: 404, json: { code: "custom_bot_not_found", detail: "Custom bot not found" } }
        : undefined,
  );
  for (const command of ["get", "schema"]) {
    const { code, stderr } = await run("custom-bot", command, "crossovr");
    expect(code).toBe(5);
    expect(stderr).toContain(
      'Custom bot not found: no custom bot has the name "crossovr".\n  did you mean "crossover"?',
    );
  }
});
