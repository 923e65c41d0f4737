import { afterAll, beforeAll, expect, test } from "vitest";
import { failure, openTrader, type Trader } from "./trader.ts";

let trader: Trader;
beforeAll(async () => {
  trader = await openTrader();
});
afterAll(() => trader.at.close());

const instance = (name: string, more: object = {}) => ({
  ...{ name, type: "scheduled/cron", version: "latest", schedule: "0 9 * * *", config: { symbol: "A" } },
  ...more,
});

test("the start deadline of a bot is kept by every operation and tool, and has a default", async () => {
  const { user, call } = trader;
  const config = instance("by tool", { start_deadline_seconds: 90 });
  const { bot_id: id } = (await call("bot_deploy", { config })).structuredContent;
  const shown = async () => (await user.get(`/bots/${id}`)).json.start_deadline_seconds;
  expect(await shown()).toBe(90);
  expect((await call("bot_get", { bot_id: id })).structuredContent.start_deadline_seconds).toBe(90);
  const update = (change: object) => call("bot_update", { bot_id: id, config: change });
  expect((await update({ start_deadline_seconds: 120 })).structuredContent.changed).toEqual([
    "start_deadline_seconds",
  ]);
  expect((await update({ start_deadline_seconds: 120 })).structuredContent.changed).toEqual([]);
  // A change of something else keeps it.
  expect((await update({ schedule: "0 10 * * *" })).structuredContent.changed).toEqual(["schedule"]);
  expect(await shown()).toBe(120);
  await user.ask("PATCH", `/bots/${id}`, { body: { start_deadline_seconds: null } });
  expect(await shown()).toBe(60);
  const { items } = (await user.get(`/bots/${id}/revisions`)).json;
  expect(items.map((one: { start_deadline_seconds: number }) => one.start_deadline_seconds)).toEqual([
    60, 120, 120, 90,
  ]);
  const back = await user.post(`/bots/${id}/rollback`, { to: 1 });
  expect(back.json).toMatchObject({ revision: 5, start_deadline_seconds: 90, schedule: "0 9 * * *" });
  const listed = (await user.get("/bots?name=by%20tool")).json.items;
  expect(listed).toMatchObject([{ start_deadline_seconds: 90 }]);
  expect((await user.post("/bots", instance("by default"))).json.start_deadline_seconds).toBe(60);
});

test("a start deadline that is not an integer from 1 to 86400 is refused, and so is any for a realtime bot", async () => {
  const { user, call } = trader;
  for (const start_deadline_seconds of [0, -1, 1.5, 86_401, "60", true]) {
    const config = instance("wrong", { start_deadline_seconds });
    const { status, json } = await user.post("/bots", config);
    expect([status, json.errors?.[0]], `${start_deadline_seconds}`).toMatchObject([
      422,
      { pointer: "/start_deadline_seconds", code: "instance.invalid_start_deadline" },
    ]);
    const [said] = failure(await call("bot_deploy", { config }), "validation_failed");
    expect(said).toContain("/start_deadline_seconds: ");
  }
  const realtime = { name: "rt", type: "realtime/sma", version: "latest", config: { symbol: "A" } };
  const { json } = await user.post("/bots", { ...realtime, start_deadline_seconds: 60 });
  expect(json.errors).toMatchObject([
    { pointer: "/start_deadline_seconds", code: "instance.scheduled_only" },
  ]);
  expect((await user.post("/bots", realtime)).json).not.toHaveProperty("start_deadline_seconds");
});
