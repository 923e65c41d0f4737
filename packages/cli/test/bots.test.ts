import { expect, test } from "vitest";
import { mocked } from "./mocked.ts";
import { ended, platform, says, start } from "./platform.ts";
import { threeBots } from "./three-bots.ts";

const now = "2026-11-20T14:30:00.123Z";

const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at + 1}`);

test("in a pipe a list has one line per bot, even if names contain control characters", async () => {
  const { mock, run } = await threeBots([], { now });
  const response = await mock.fetch(`${mock.apiUrl}/bots`, {
    headers: { authorization: `ApiKey ${mock.key}` },
  });
  const { items } = (await response.json()) as { items: { name: string }[] };
  items[2]!.name = "\u001b[31mgamma\n\u202e";
  mock.fail({ operation: "listBots", status: 200, body: JSON.stringify({ items }) });
  const { stdout, stderr, code } = await run("bot", "list");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout.split("\n").map((line) => line.split("\t").slice(0, 2))).toEqual([
    ["bot_abc1", "alpha"],
    ["bot_abc2", "beta"],
    ["bot_xyz3", "gamma "],
    [""],
  ]);
  expect(stdout).toContain(now);
});

test("--json prints the documents, or only the given fields", async () => {
  const { mock, run } = await threeBots();
  const headers = { authorization: `ApiKey ${mock.key}` };
  const all = (await (await mock.fetch(`${mock.apiUrl}/bots`, { headers })).json()) as { items: object[] };
  expect(JSON.parse((await run("bot", "list", "--json")).stdout)).toEqual(all);
  expect(JSON.parse((await run("bot", "list", "--json", "name,status")).stdout).items[0]).toEqual({
    name: "alpha",
    status: "running",
  });
  expect(JSON.parse((await run("bot", "get", "--json", "alpha")).stdout)).toEqual(all.items[0]);
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
  const { run, mock } = await threeBots();
  const { code, stderr } = await run("bot", "delete", "alpha");
  expect({ code, requests: mock.requests }).toEqual({ code: 2, requests: [] });
  expect(stderr).toContain("next: platform bot delete alpha --yes");
});

test("control characters are removed from logs, but --raw and --json keep them", async () => {
  const evil = "\u001b[2Jall is well\rno";
  const { run, mock } = await threeBots([evil]);
  const at = mock.clock.now().toISOString().slice(0, 10);
  expect((await run("bot", "logs", "bot_abc1")).stdout).toMatch(
    new RegExp(`^${at}\\S+Z info {2}all is wellno\n$`),
  );
  expect((await run("bot", "logs", "bot_abc1", "--raw")).stdout).toContain(evil);
  expect(JSON.parse((await run("bot", "logs", "bot_abc1", "--json", "message")).stdout)).toEqual({
    items: [{ message: evil }],
  });
});

test("more lines than one page holds are still lines of the last 24 hours", async () => {
  const { run, mock } = await threeBots(lines(1200));
  const { code, stdout } = await run("bot", "logs", "bot_abc1", "-n", "1500");
  expect([code, stdout.match(/\n/g)?.length]).toEqual([0, 1200]);
  const asked = () =>
    mock.requests.filter(({ operation }) => operation === "listLogs").map(({ input }) => input ?? {});
  expect(asked().map(({ limit, cursor }) => [limit, typeof cursor])).toEqual([
    [1000, "undefined"],
    [500, "string"],
  ]);
  for (const { from } of asked())
    expect((Date.now() - Date.parse(String(from))) / 3_600_000).toBeCloseTo(24, 1);
  await run("bot", "logs", "bot_abc1", "--run", "run_1");
  expect(asked().at(-1)).not.toHaveProperty("from");
});

test("all of the lines asked for are printed, also if a page ends before its limit because they are long", async () => {
  const long = lines(1005).map((line) => `${line} ${"x".repeat(60_000)}`);
  const { run, mock } = await threeBots(long);
  const { stdout } = await run("bot", "logs", "bot_abc1", "--limit", "1000");
  expect(stdout.match(/line \d+/g)).toEqual(lines(1005).slice(5));
  expect(mock.requests.filter(({ operation }) => operation === "listLogs").length).toBeGreaterThan(10);
});

test("dropped log lines are reported at their place", async () => {
  const { run } = await threeBots(["line 1", { message: "line 2", dropped_before: 17, fields: { n: 1 } }]);
  const { stdout } = await run("bot", "logs", "bot_abc1");
  expect(stdout.split("\n")[1]).toBe("--- 17 log lines were dropped ---");
  expect(stdout.split("\n")[2]).toMatch(/line 2 \{"n":1\}$/);
});

test("-w continues after the last line, reports a gap, and exits with 130 on Ctrl-C", async () => {
  const { mock, env } = await threeBots(lines(2), {
    failures: [{ operation: "openStream", delay_ms: 60_000 }],
  });
  const child = start(["bot", "logs", "bot_abc1", "-w"], { env });
  const ending = ended(child);
  await says(child, "stdout", /line 2\n/);
  while (!mock.requests.some(({ operation }) => operation === "openStream")) await new Promise(setImmediate);
  mock.addLogs("alpha", lines(8).slice(2));
  mock.expire("alpha", "logs", 7);
  await mock.clock.advance(60_000);
  expect((await mock.requested("subscribe")).input).toMatchObject({
    bot_id: "bot_abc1",
    channels: ["logs", "status"],
    after: { logs: 2 },
  });
  await says(child, "stdout", /line 8\n/);
  child.kill("SIGINT");
  const { code, stdout, stderr } = await ending;
  expect({ code, stderr }).toEqual({ code: 130, stderr: expect.stringMatching(/^Waiting for [^\n]+\n$/) });
  expect(stdout.replaceAll(/^\S+Z info {2}/gm, "")).toBe(
    "line 1\nline 2\n--- 5 lines are missing: the platform no longer has them ---\nline 8\n",
  );
});

test("-w --grep finds what --grep finds: text in the message or in the fields, whatever the case", async () => {
  const found = [{ message: "ORDER 1" }, { message: "sent", fields: { kind: "Order", note: 'a "b"' } }];
  const { mock, env, run } = await threeBots([...found, "else"]);
  const plain = (text: string) => text.replaceAll(/^\S+Z info {2}/gm, "");
  expect(plain((await run("bot", "logs", "bot_abc1", "--grep", "order")).stdout)).toMatch(
    /^ORDER 1\nsent .*\n$/,
  );
  const child = start(["bot", "logs", "bot_abc1", "-w", "-n", "0", "--grep", "order"], { env });
  const ending = ended(child);
  await mock.requested("subscribe");
  mock.addLogs("alpha", ["else", ...found, "last order"]);
  await says(child, "stdout", /last order\n/);
  child.kill("SIGINT");
  expect(plain((await ending).stdout)).toMatch(/^ORDER 1\nsent .*\nlast order\n$/);
});

test("-w exits when the bot is deleted, after its last output", async () => {
  const { mock, env } = await threeBots(lines(1));
  const ending = ended(start(["bot", "logs", "bot_abc1", "-w"], { env }));
  await mock.requested("subscribe");
  const headers = { authorization: `ApiKey ${mock.key}` };
  await mock.fetch(`${mock.apiUrl}/bots/bot_abc1`, { method: "DELETE", headers });
  mock.addLogs("bot_abc1", ["farewell"]);
  const { code, stdout, stderr } = await ending;
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/\nThe bot was deleted\.\n$/) });
  expect(stdout).toMatch(/line 1\n.* farewell\n$/);
});

test("-w filters new lines as the platform filters stored lines", async () => {
  const { mock, env } = await threeBots();
  const child = start(
    ["bot", "logs", "bot_abc1", "-w", "--level", "error", "--grep", "price", "--json=seq"],
    { env },
  );
  await mock.requested("subscribe");
  mock.addLogs("alpha", [
    "line 1",
    { message: "line 2", level: "error" },
    { message: "Price feed", level: "fatal" },
  ]);
  const said = await says(child, "stdout", /\n/);
  child.kill("SIGINT");
  await ended(child);
  expect(said).toBe('{"seq":3}\n');
});

test("a closed pipe ends the command without an error", async () => {
  const many = lines(1000).map((line) => line + "x".repeat(500));
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

test("an invalid schedule is reported once, although its error has two sentences", async () => {
  const { run, mock } = await mocked({
    bots: [{ name: "tick", type: "scheduled/x", schedule: "0 0 * * *" }],
  });
  const { code, stderr } = await run("bot", "update", "tick", "--schedule", "* * * *");
  const { request_id } = await mock.requested("patchBot");
  expect({ code, stderr }).toEqual({
    code: 6,
    stderr: expect.stringMatching(
      new RegExp(`^error: .* has 4 fields.*\n  at /schedule\n  request_id: ${request_id}\n$`),
    ),
  });
});

test("an invalid value is reported once, with its place and without hints about the REST API", async () => {
  const schema = { type: "object", properties: { short_period: { type: "integer" } } };
  const { run, mock } = await threeBots([], { custom_bots: [{ name: "x", schema }] });
  const { code, stderr } = await run("bot", "update", "alpha", "--config", '{"short_period":"5"}');
  const { request_id } = await mock.requested("patchBot");
  expect({ code, stderr }).toEqual({
    code: 6,
    stderr: expect.stringMatching(
      new RegExp(`^error: .*short_period.*\n  at /config/short_period\n  request_id: ${request_id}\n$`),
    ),
  });
});

test("long order numbers are printed with all their digits, in every form", async () => {
  const id = "12345678901234567891";
  const { run } = await threeBots(
    [],
    {},
    {
      metrics: [{ type: "fill", data: { id: JSON.rawJSON(id) } }],
      answers: { "/fill": { text: `{"id":${id},"price":1.10}` } },
    },
  );
  for (const args of [[], ["--json"], ["--json", "data.id"], ["--json", "--jq", ".items[].data.id"]]) {
    const { stdout, stderr } = await run("bot", "metrics", "alpha", ...args);
    expect({ args, stderr, stdout }).toEqual({ args, stderr: "", stdout: expect.stringContaining(id) });
  }
  const { stdout, stderr } = await run("bot", "query", "alpha", "/fill", "--json=id,price");
  expect(stderr + stdout).toBe(`{\n  "id": ${id},\n  "price": 1.10\n}\n`);
});

test("a number that would be rounded is refused in a config", async () => {
  const { run, mock } = await threeBots();
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
  expect(mock.requests.filter(({ method }) => method !== "GET")).toEqual([]);
});

test("for an invalid key in the environment, unsetting it is suggested and not a sign-in", async () => {
  const { env } = await threeBots();
  const { code, stderr } = await platform(["bot", "list"], { env: { ...env, PLATFORM_API_KEY: "wrong" } });
  expect(code).toBe(4);
  expect(stderr).toContain(
    "next: unset PLATFORM_API_KEY, or set it to a valid key: it overrides the profile",
  );
});

test("an empty list of lines or runs is explained on standard error", async () => {
  const { run } = await threeBots();
  await expect(run("bot", "logs", "alpha")).resolves.toMatchObject({
    stdout: "",
    stderr: "No log lines found.\n",
  });
  const runs = await run("bot", "runs", "alpha");
  expect(runs).toMatchObject({ code: 0, stdout: "" });
  expect(runs.stderr).toContain("alpha is a realtime bot; only scheduled bots have runs.");
});

test("an unknown custom bot is exit code 5, and the nearest name is suggested", async () => {
  const { run } = await mocked({ custom_bots: [{ name: "crossover" }] });
  for (const command of ["get", "schema"]) {
    const { code, stderr } = await run("custom-bot", command, "crossovr");
    expect(code).toBe(5);
    expect(stderr).toContain(
      'Custom bot not found: no custom bot has the name "crossovr".\n  did you mean "crossover"?',
    );
  }
});

test("what a bot may use is set in words, shown, and given back to the platform", async () => {
  const { run } = await threeBots();
  const update = (...args: string[]) => run("bot", "update", "alpha", "--resources", ...args);
  const set = await update("memory=512MiB, cpus=1.5", "--json", "resources");
  expect(JSON.parse(set.stdout)).toEqual({ resources: { memory: "512MiB", cpus: 1.5 } });
  expect((await run("bot", "get", "alpha")).stdout).toMatch(/^resources:\s+memory 512MiB, cpus 1\.5$/m);
  const wrong = await update("memory=512");
  expect([wrong.code, wrong.stderr]).toEqual([6, expect.stringContaining("it must be a size")]);
  expect((await update("512MiB")).stderr).toContain("is not of the form name=amount, such as memory=512MiB");
  await update("default");
  expect((await run("bot", "get", "alpha")).stdout).not.toContain("resources:");
});

test("bot update --labels labels a bot, bot list --label finds it, and none removes the labels", async () => {
  const { run } = await threeBots();
  const set = await run("bot", "update", "alpha", "--labels", "team=research, env=live", "--json", "labels");
  expect(JSON.parse(set.stdout)).toEqual({ labels: { env: "live", team: "research" } });
  expect((await run("bot", "get", "alpha")).stdout).toMatch(/^labels:\s+env=live, team=research$/m);
  const listed = await run("bot", "list", "--label", "team=research", "--json", "name");
  expect(JSON.parse(listed.stdout)).toEqual({ items: [{ name: "alpha" }] });
  expect((await run("bot", "list", "--label", "team=other")).stderr).toContain(
    "No bot matches these options",
  );
  expect(await run("bot", "list", "--label", "team")).toMatchObject({
    code: 6,
    stderr: expect.stringContaining('"team" is not a label; use the form key=text'),
  });
  await run("bot", "update", "alpha", "--labels", "none");
  expect((await run("bot", "get", "alpha")).stdout).not.toContain("labels:");
});
