import { afterAll, beforeAll, expect, test } from "vitest";
import { answered } from "../http/fake-engine.ts";
import { bareClient } from "./raw.ts";
import { failure, instance, openTrader, type Trader, texts } from "./trader.ts";

let at: Trader["at"];
let user: Trader["user"];
let call: Trader["call"];
let deploy: Trader["deploy"];
beforeAll(async () => {
  ({ at, user, call, deploy } = await openTrader());
});
afterAll(() => at.close());

test("a wrong configuration is refused with one line for each problem and the call that helps", async () => {
  const before = (await call("bot_list")).structuredContent.count;
  const config = instance("bad", { symbol: "A", long_period: 500, short_period: 1, sybmol: "B" });
  const [said, next] = failure(await call("bot_deploy", { config }), "validation_failed");
  expect(said!.split("\n").map((line) => line.split(": ")[0])).toEqual(
    ["/config/sybmol", "/config/short_period", "/config/long_period"].sort(
      (a, b) => said!.indexOf(a) - said!.indexOf(b),
    ),
  );
  expect(said).toMatch(/\/config\/long_period: .*200/);
  expect(next).toBe(
    'Nothing was deployed. Call custom_bot_schema with {"name":"sma","version":"1.1.0"} for what is allowed, correct the configuration and call bot_deploy again.',
  );
  const others: [unknown, RegExp][] = [
    ["text", /not an object/],
    [{}, /^\/type: .*\n\/name: /],
    [{ ...instance("a"), version: undefined }, /^\/version: /],
    [{ ...instance("a"), type: "sma" }, /^\/type: /],
    [{ ...instance("a"), type: "scheduled/sma", schedule: "* * * * *" }, /^\/type: .*realtime/],
    [{ ...instance("a"), schedule: "* * * * *" }, /^\/schedule: .*only for scheduled/],
    [{ ...instance("a"), shedule: "* * * * *" }, /^\/shedule: /],
  ];
  for (const [given, expected] of others) {
    const result = await call("bot_deploy", { config: given });
    expect(result.isError, JSON.stringify(given)).toBe(true);
    expect(texts(result)[0]).toMatch(expected);
  }
  expect((await call("bot_list")).structuredContent.count).toBe(before);
});

test("a number that a double would round is refused, not rounded", async () => {
  const { rpc } = bareClient(at.platform.url, user.key);
  const text = JSON.stringify(instance("round", { symbol: "A", long_period: "#" })).replace(
    '"#"',
    "9007199254740993",
  );
  const config = JSON.parse(text, (_key, value, context?: { source?: string }) =>
    value === 9007199254740992
      ? (JSON as never as { rawJSON(t: string): unknown }).rawJSON(context!.source!)
      : value,
  );
  const { json } = await rpc("tools/call", { name: "bot_deploy", arguments: { config } });
  expect(json.result.content[0].text).toMatch(
    /^\/config\/long_period: .*9007199254740993, which would be rounded/,
  );
});

test("a configuration without settings has the defaults", async () => {
  await user.upload({
    name: "plain",
    schema: { type: "object", properties: { n: { type: "integer", default: 7 } } },
  });
  const { structuredContent: made } = await call("bot_deploy", {
    config: { name: "plain", type: "realtime/plain", version: "latest" },
  });
  expect(made).toMatchObject({ name: "plain", type: "realtime/plain", version: "1.0.0", status: "pending" });
  expect(made.hint).toBe(
    `The bot is pending. Call bot_get with {"bot_id":"${made.bot_id}"} in a few seconds to see whether it runs.`,
  );
  expect((await call("bot_get", { bot_id: made.bot_id })).structuredContent.config).toEqual({ n: 7 });
});

test("bot_update changes what is given, says what changed, and accepts a configuration that was read", async () => {
  const bot_id = await deploy("update", { symbol: "A", api_key: "very-secret" });
  const { structuredContent: read } = await call("bot_get", { bot_id });
  expect(read.config).toMatchObject({ symbol: "A", short_period: 5, api_key: "********" });
  const whole = {
    name: read.name,
    type: read.type,
    version: read.version,
    config: { ...read.config, long_period: 30 },
  };
  expect((await call("bot_update", { bot_id, config: whole })).structuredContent).toMatchObject({
    ...{ bot_id, name: "update", version: "1.1.0" },
    changed: ["config"],
    restarted: true,
  });
  const stored = await at.store.main
    .selectFrom("bots")
    .select("config")
    .where("id", "=", bot_id)
    .executeTakeFirstOrThrow();
  expect(JSON.parse(stored.config)).toMatchObject({
    long_period: 30,
    api_key: expect.stringMatching(/^sealed:/),
  });
  expect((await call("bot_update", { bot_id, config: { name: "update" } })).structuredContent).toMatchObject({
    changed: [],
    restarted: false,
  });
  const wrong: [object, RegExp][] = [
    [{ config: { symbol: "A", long_period: 1 } }, /^\/config\/long_period: /],
    [{ type: "realtime/other" }, /^\/type: .*cannot be changed.* Deploy another bot/],
    [{}, /./],
    [{ colour: "red" }, /^\/colour: Unknown field/],
  ];
  for (const [config, expected] of wrong) {
    const [said, next] = failure(await call("bot_update", { bot_id, config }), "validation_failed");
    expect(said).toMatch(expected);
    expect(next).toContain(`{"bot_id":"${bot_id}"}`);
  }
  const taken = failure(await call("bot_update", { bot_id, config: { name: "plain" } }), "name_taken");
  expect(taken[1]).toContain("bot_list");
});

test("bot_get shows the latest metric of each type, the last result and the query paths", async () => {
  const bot_id = await deploy("details");
  at.engine.answer = (path) => answered(200, JSON.stringify({ available_queries: [path, "/status"] }));
  await expect
    .poll(async () => (await call("bot_get", { bot_id })).structuredContent)
    .toMatchObject({
      status: "running",
      queries: ["/info", "/status"],
      latest_metrics: {},
      has_queries: true,
    });
  at.engine.answer = () => ({ kind: "broken", detail: "no" });
  expect((await call("bot_get", { bot_id })).structuredContent).not.toHaveProperty("queries");
});

test("bot_get shows the result of the last run and the numbers of metrics as the bot wrote them", async () => {
  const { structuredContent: made } = await call("bot_deploy", {
    config: {
      name: "runner",
      type: "scheduled/cron",
      version: "1.0.0",
      schedule: "0 0 1 1 *",
      config: { symbol: "A" },
    },
  });
  const { bot_id } = made;
  expect(made.next_run_at).toMatch(/-01-01T00:00:00/);
  if (made.status === "idle") expect(made).not.toHaveProperty("hint");
  const result = JSON.stringify({ status: "error", message: "no prices", data: { tried: 3 } });
  for (const status of ["success", "error"] as const) {
    const { json: run } = await user.post(`/bots/${bot_id}/run`);
    await at.engine.endRun(run.id, status);
    await at.store.main.updateTable("runs").set({ result }).where("id", "=", run.id).execute();
  }
  await at.store.ingest
    .insertInto("metrics")
    .values({
      ...{ bot_id, seq: 1, run_id: null, type: "price", time: "2026-01-01T00:00:00.000Z", ingested_at: null },
      data: '{"value":9007199254740993}',
    })
    .execute();
  const { content, structuredContent: found } = await call("bot_get", { bot_id });
  expect(found).toMatchObject({
    last_error: 'The last run ended with "error".',
    last_run_at: expect.any(String),
    last_result: { status: "error", message: "no prices", data: { tried: 3 }, at: expect.any(String) },
    latest_metrics: { price: { at: "2026-01-01T00:00:00.000Z" } },
    notice: expect.stringContaining("untrusted"),
  });
  expect(content[0]!.text).toContain('"value":9007199254740993');
  const list = (await call("bot_list")).structuredContent.bots;
  expect(list[0]).toMatchObject({ bot_id, last_error: 'The last run ended with "error".' });
});

test("bot_list has failing bots first and at most 100", async () => {
  const many = await at.user("many");
  const client = bareClient(at.platform.url, many.key);
  await many.upload({ name: "m" });
  const ids: string[] = [];
  for (let n = 0; n < 105; n++) {
    const made = await many.post("/bots", {
      name: `bot ${n}`,
      type: "realtime/m",
      version: "1.0.0",
      config: {},
    });
    ids.push(made.json.bot_id);
  }
  await expect.poll(async () => (await many.get(`/bots/${ids[104]}`)).json.status).toBe("running");
  await at.store.main
    .updateTable("bots")
    .set({ status: "failed", reason: "crash_loop", detail: "It ended 10 times." })
    .where("id", "=", ids[104]!)
    .execute();
  const { structuredContent: found } = await client.call("bot_list");
  expect(found).toMatchObject({ count: 100, truncated: true, hint: expect.stringContaining("Only 100") });
  expect(found.bots[0]).toMatchObject({
    bot_id: ids[104],
    status: "failed",
    last_error: "It ended 10 times.",
  });
  expect(found.bots[0]).not.toHaveProperty("config");
});

test("a configuration that is too long for a tool is left out, not cut", async () => {
  await user.upload({ name: "big", schema: { type: "object" } });
  const config = { text: "x".repeat(60_000) };
  const made = await call("bot_deploy", {
    config: { name: "big", type: "realtime/big", version: "1.0.0", config },
  });
  const { content, structuredContent: found } = await call("bot_get", {
    bot_id: made.structuredContent.bot_id,
  });
  expect(Buffer.byteLength(content[0]!.text)).toBeLessThanOrEqual(40_000);
  expect(found).toMatchObject({
    truncated: true,
    omitted: ["config"],
    hint: expect.stringContaining("Do not update"),
  });
  expect(found).not.toHaveProperty("config");
});
