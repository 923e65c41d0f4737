import { expect, test } from "vitest";
import { createMockPlatform } from "../src/index.ts";
import { mock } from "./mock.ts";

const now = "2026-11-20T14:30:00.000Z";

test("a bot has the logs, metrics, state and runs of the scenario", async () => {
  const { get } = await mock({
    now,
    bots: [
      {
        name: "alpha",
        bot_id: "bot_alpha",
        logs: ["started", { message: "no price", level: "error", time: "-5m", fields: { symbol: "ACME" } }],
        metrics: [{ type: "price", data: { value: 187.5 }, time: "2026-11-20T14:00:00Z" }],
        state: { position: { shares: 3 } },
      },
      {
        name: "daily",
        type: "scheduled/daily",
        bot_id: "bot_daily",
        runs: [
          { status: "error", tick: "-1h", exit_code: 1, detail: "no data" },
          { tick: "-2h", result: { orders: 2 }, logs: ["ran"] },
        ],
      },
    ],
  });
  expect((await get("/bots/bot_alpha/logs")).json.items).toMatchObject([
    { seq: 1, message: "started", level: "info", time: now },
    { seq: 2, message: "no price", level: "error", time: "2026-11-20T14:25:00.000Z" },
  ]);
  expect((await get("/bots/bot_alpha/logs?q=ACME")).json.items).toHaveLength(1);
  expect((await get("/bots/bot_alpha/metrics/latest")).json.items).toMatchObject([
    { type: "price", data: { value: 187.5 } },
  ]);
  expect((await get("/bots/bot_alpha/state/position")).json).toEqual({ shares: 3 });
  const { items } = (await get("/bots/bot_daily/runs")).json;
  expect(items).toMatchObject([
    { status: "error", tick: "2026-11-20T13:30:00.000Z", exit_code: 1, detail: "no data" },
    { status: "success", tick: "2026-11-20T12:30:00.000Z", result: { orders: 2 }, logs: { from: 1, to: 1 } },
  ]);
  expect((await get("/bots/bot_daily")).json).toMatchObject({
    status: "idle",
    last_run: { id: items[0].id, status: "error" },
  });
});

test("a bot can have failed or be stopped from the beginning", async () => {
  const { platform, get, ask } = await mock({
    bots: [
      {
        name: "broken",
        bot_id: "bot_b",
        status: "failed",
        reason: "crash_loop",
        detail: "10 ends in 10 min.",
      },
      { name: "resting", bot_id: "bot_r", status: "stopped" },
    ],
  });
  await platform.settled();
  expect((await get("/bots/bot_b")).json).toMatchObject({
    status: "failed",
    reason: "crash_loop",
    desired: "running",
  });
  expect((await get("/bots/bot_r")).json).toMatchObject({ status: "stopped", desired: "stopped" });
  await ask("POST", "/bots/bot_r/start");
  expect((await get("/bots/bot_r/wait?status=running&timeout=5")).status).toBe(200);
  expect((await get("/bots/bot_b")).json.status).toBe("failed");
});

test("configs are checked by the schema of the custom bot, and secrets are hidden", async () => {
  const schema = {
    type: "object",
    properties: { period: { type: "integer", default: 5 }, api_token: { type: "string" } },
    additionalProperties: false,
  };
  const { ask } = await mock({ custom_bots: [{ name: "crossover", schema }] });
  const bot = { name: "a", type: "realtime/crossover", version: "latest" };
  expect((await ask("POST", "/bots", { ...bot, config: { api_token: "x" } })).json.config).toEqual({
    period: 5,
    api_token: "********",
  });
  expect((await ask("POST", "/bots", { ...bot, name: "b", config: { period: "5" } })).json).toMatchObject({
    code: "validation_failed",
    errors: [{ pointer: "/config/period" }],
  });
});

test("patterns, decimal steps and defaults mean the same as on the platform", async () => {
  const schema = {
    type: "object",
    properties: {
      symbol: { pattern: "^[A-Z]+$" },
      account: { pattern: "^[0-9]+$" },
      price: { multipleOf: 0.01 },
      periods: { $ref: "#/definitions/periods" },
    },
    definitions: { periods: { default: 7 } },
  };
  const { ask } = await mock({ custom_bots: [{ name: "trader", schema }] });
  const bot = { name: "a", type: "realtime/trader", version: "latest" };
  const config = { symbol: "AAPL", account: "123456", price: 4.35 };
  expect((await ask("POST", "/bots", { ...bot, config })).json.config).toEqual({ ...config, periods: 7 });
  const wrong = { symbol: "1", account: "ABC", price: 4.355 };
  expect((await ask("POST", "/bots", { ...bot, name: "b", config: wrong })).json.errors).toMatchObject([
    { pointer: "/config/symbol" },
    { pointer: "/config/account" },
    { pointer: "/config/price" },
  ]);
});

test("users see only their own bots", async () => {
  const { platform, ask, get } = await mock({
    users: [
      { name: "alice", role: "user" },
      { name: "bob", keys: [{ scopes: ["read"] }] },
    ],
    bots: [
      { name: "hers", bot_id: "bot_hers" },
      { name: "his", bot_id: "bot_his", owner: "bob" },
    ],
  });
  const names = async (key: string) =>
    (await ask("GET", "/bots", undefined, key)).json.items.map(({ name }: { name: string }) => name);
  expect(await names(platform.keyOf("alice"))).toEqual(["hers"]);
  expect(await names(platform.keyOf("bob"))).toEqual(["his"]);
  expect((await get("/bots/bot_his")).json.code).toBe("bot_not_found");
  const refused = await ask("POST", "/bots/bot_his/stop", undefined, platform.keyOf("bob"));
  expect(refused).toMatchObject({ status: 403, json: { code: "insufficient_scope" } });
});

test("keys are the same at every start", async () => {
  const [one, two] = [await mock(), await mock({ users: [{ name: "admin" }, { name: "bob" }] })];
  expect(one.platform.key).toBe(two.platform.key);
  expect(two.platform.keyOf("bob")).not.toBe(two.platform.key);
  expect(() => one.platform.keyOf("bob")).toThrow('The scenario has no user "bob".');
});

test.each([
  [{ bots: [{ name: "a", colour: 1 }] }, /\/bots\/0\/colour: Unknown field "colour"/],
  [{ bots: [{ name: "a", schedule: "daily" }] }, /bot "a": .*schedule/],
  [{ bots: [{ name: "a" }, { name: "a" }] }, /two bots "a"/],
  [{ bots: [{ name: "a", owner: "carol" }] }, /bot "a": there is no user "carol"/],
  [{ users: [{ name: "a", keys: [{ key: "secret" }] }] }, /does not have the form of a key/],
  [{ failures: [{ operation: "listBot" }] }, /\/failures\/0\/operation/],
  [{ bots: [{ name: "a", logs: [{ message: "x", time: "yesterday" }] }] }, /"yesterday" is not a time/],
  [{ now: "noon" }, /"noon" is not a time/],
])("%j is refused with the place of the mistake", async (scenario, message) => {
  await expect(createMockPlatform(scenario as never)).rejects.toThrow(message);
});

test("reset begins again", async () => {
  const { platform, ask, get } = await mock({ bots: [{ name: "a", bot_id: "bot_a" }] });
  await ask("DELETE", "/bots/bot_a");
  expect((await get("/bots")).json.items).toEqual([]);
  await platform.reset();
  expect((await get("/bots")).json.items).toHaveLength(1);
  await platform.reset({});
  expect((await get("/bots")).json.items).toEqual([]);
});
