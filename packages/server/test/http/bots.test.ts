import { afterAll, beforeAll, expect, test } from "vitest";
import { bot, uploadCrossover } from "./crossover.ts";
import { type Client, openPlatform, type TestPlatform } from "./harness.ts";

let at: TestPlatform;
let me: Client;
beforeAll(async () => {
  at = await openPlatform();
  me = at.admin;
  await uploadCrossover(me);
  await me.upload({ name: "nightly", type: "scheduled" });
});
afterAll(() => at.close());

test("a bot is created with its version pinned and its schema's defaults filled in", async () => {
  const made = await me.post("/bots", bot("first", { version: "~1.0", config: { symbol: "IBM" } }));
  expect(made.status).toBe(201);
  expect(made.headers.get("location")).toBe(`/api/v1/bots/${made.json.bot_id}`);
  expect(made.headers.get("etag")).toBe('"1"');
  expect(made.json).toMatchObject({
    type: "realtime/crossover",
    version: "1.0.0",
    version_spec: "~1.0",
    config: { symbol: "IBM", short_period: 5 },
    desired: "running",
    status: "pending",
    revision: 1,
    has_queries: false,
  });
  expect(made.json.bot_id).toMatch(/^bot_[0-9a-hjkmnp-tv-z]{26}$/);
  expect(at.engine.changes).toContain(made.json.bot_id);
});

test("all problems of an instance configuration are reported together, each with its pointer", async () => {
  const refused = await me.post("/bots", bot("bad", { config: { short_period: 1, symbl: "IBM" } }));
  expect(refused.status).toBe(422);
  expect(refused.json.code).toBe("validation_failed");
  expect(refused.json.errors.map((error: { pointer: string }) => error.pointer).sort()).toEqual([
    "/config/short_period",
    "/config/symbl",
  ]);
  const other = await me.post("/bots", {
    name: "bad",
    typ: "realtime/crossover",
    version: "1.0.0",
    config: {},
  });
  expect(other.json.errors.map((error: { pointer: string }) => error.pointer)).toContain("/typ");
});

test("a number that would be rounded is refused, in a new bot and in a change", async () => {
  const config = { symbol: "IBM", account: JSON.rawJSON("12345678901234567890") };
  const refused = await me.post("/bots", bot("long", { version: "1.1.0", config }));
  expect(refused.status).toBe(422);
  expect(refused.json.errors).toMatchObject([
    {
      ...{ pointer: "/config/account", code: "instance.long_number" },
      detail: '"config.account" is 12345678901234567890, which would be rounded to 12345678901234567000.',
    },
  ]);
  const made = await me.post("/bots", bot("long", { version: "1.1.0", config: { account: 7 } }));
  const change = await me.ask("PATCH", `/bots/${made.json.bot_id}`, { body: { config } });
  expect(change.json.errors).toMatchObject([{ pointer: "/config/account" }]);
  expect((await me.get(`/bots/${made.json.bot_id}`)).json.config).toEqual({ account: 7 });
});

test("a bot without a version and an unknown version have their own error codes", async () => {
  const { version: _, ...versionless } = bot("versionless");
  expect((await me.post("/bots", versionless)).json).toMatchObject({ status: 422, code: "version_required" });
  const unknown = await me.post("/bots", bot("unknown", { version: "9.9.9" }));
  expect(unknown.json).toMatchObject({
    status: 404,
    code: "custom_bot_not_found",
    title: "Custom bot not found",
  });
  expect(unknown.json.detail).toContain("1.0.0");
  const nobody = await me.post("/bots", bot("unknown", { type: "realtime/nobody" }));
  expect(nobody.json).toMatchObject({
    status: 404,
    code: "custom_bot_not_found",
    detail: "Custom bot not found",
  });
});

test("a bot must have the model of its custom bot", async () => {
  const refused = await me.post(
    "/bots",
    bot("wrong", { type: "scheduled/crossover", schedule: "* * * * *" }),
  );
  expect(refused.json).toMatchObject({
    status: 422,
    code: "validation_failed",
    errors: [{ pointer: "/type" }],
  });
});

test("a dry run validates everything and stores nothing", async () => {
  const ticks = { type: "scheduled/nightly", schedule: "0 0 * * *", version: "latest" };
  const plan = await me.post("/bots?dry_run=true", bot("planned", ticks));
  expect(plan.status).toBe(200);
  expect(plan.json).toMatchObject({ dry_run: true, version: "1.0.0", config: {} });
  expect(plan.json.next_ticks).toHaveLength(5);
  expect(plan.json.next_ticks[0]).toMatch(/T00:00:00\.000Z$/);
  expect((await me.get("/bots?name=planned")).json.items).toEqual([]);
  expect((await me.post("/bots?dry_run=true", bot("planned", { version: "9" }))).status).toBe(404);
});

test("of twenty concurrent creates with one name exactly one succeeds", async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => me.post("/bots", bot("contested"))));
  expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array(19).fill(409)]);
  expect(answers.find((answer) => answer.status === 409)?.json.code).toBe("name_taken");
});

test("stop, start and restart set the desired state; a stopped bot cannot be restarted", async () => {
  const id = (await me.post("/bots", bot("moody"))).json.bot_id;
  const wait = (status: string) => me.get(`/bots/${id}/wait?status=${status}&timeout=5`);
  await wait("running");
  expect((await me.post(`/bots/${id}/stop`)).json).toMatchObject({ desired: "stopped" });
  expect((await wait("stopped")).json.status).toBe("stopped");
  expect((await me.post(`/bots/${id}/restart`)).json).toMatchObject({
    status: 409,
    code: "invalid_transition",
  });
  expect((await me.post(`/bots/${id}/start`)).status).toBe(202);
  expect((await wait("running")).json.desired).toBe("running");
  expect((await me.post(`/bots/${id}/restart`)).status).toBe(202);
});

test("an action refuses fields", async () => {
  const id = (await me.post("/bots", bot("plain"))).json.bot_id;
  expect((await me.post(`/bots/${id}/restart`, {})).status).toBe(202);
  for (const body of [{ force: true }, [], "now", 7]) {
    expect((await me.post(`/bots/${id}/restart`, body)).json, String(body)).toMatchObject({
      status: 422,
      code: "validation_failed",
    });
  }
});

test("waiting ends when it times out, and at once when the bot already has the status", async () => {
  const id = (await me.post("/bots", bot("awaited"))).json.bot_id;
  await me.get(`/bots/${id}/wait?status=running&timeout=5`);
  expect((await me.get(`/bots/${id}/wait?status=failed&timeout=0`)).json).toMatchObject({
    status: 504,
    code: "wait_timeout",
  });
  expect((await me.get(`/bots/${id}/wait?status=asleep`)).json).toMatchObject({
    status: 400,
    code: "invalid_parameter",
  });
  at.engine.frozen = true;
  const waiting = me.get(`/bots/${id}/wait?status=stopped&timeout=10`);
  await me.post(`/bots/${id}/stop`);
  await at.engine.settle(id);
  at.engine.frozen = false;
  expect((await waiting).json.status).toBe("stopped");
});

test("a deleted bot is unknown, and its name can be used again", async () => {
  const id = (await me.post("/bots", bot("mortal"))).json.bot_id;
  expect((await me.ask("DELETE", `/bots/${id}`)).status).toBe(204);
  expect((await me.get(`/bots/${id}`)).json).toMatchObject({ status: 404, code: "bot_not_found" });
  expect((await me.ask("DELETE", `/bots/${id}`)).status).toBe(404);
  expect((await me.post("/bots", bot("mortal"))).status).toBe(201);
});

test("bots are listed page by page, each once, in the order of their creation", async () => {
  const user = await at.user("lister");
  await user.upload({ name: "many" });
  const names = Array.from({ length: 7 }, (_, n) => `bot-${n}`);
  for (const name of names)
    await user.post("/bots", { name, type: "realtime/many", version: "1.0.0", config: {} });
  const seen: string[] = [];
  let cursor = "";
  do {
    const page = await user.get(`/bots?limit=3${cursor}`);
    seen.push(...page.json.items.map((item: { name: string }) => item.name));
    cursor = page.json.next_cursor ? `&cursor=${page.json.next_cursor}` : "";
  } while (cursor);
  expect(seen).toEqual(names);
  expect((await user.get("/bots?cursor=nonsense")).json).toMatchObject({
    status: 400,
    code: "invalid_cursor",
  });
  expect((await user.get("/bots?status=running,idle")).json.items).toHaveLength(7);
  expect((await user.get("/bots?status=stopped")).json.items).toHaveLength(0);
  expect((await user.get("/bots?type=realtime/many")).json.items).toHaveLength(7);
  expect((await user.get("/bots?type=scheduled")).json.items).toHaveLength(0);
});

test("each answer shows the next tick by the settings just stored; a stopped or failed bot has none", async () => {
  at.engine.frozen = true;
  const config = { type: "scheduled/nightly", name: "next", version: "1.0.0", config: {} };
  const made = await me.post("/bots", { ...config, schedule: "0 12 * * *" });
  const path = `/bots/${made.json.bot_id}`;
  const patch = (body: object) => me.ask("PATCH", path, { body });
  const hour = ({ json }: { json: { next_tick_at?: string } }) => json.next_tick_at?.slice(11, 16);
  expect(hour(made)).toBe("12:00");
  expect(hour(await patch({ schedule: "0 14 * * *" }))).toBe("14:00");
  expect(hour(await patch({ timezone: "Asia/Tokyo" }))).toBe("05:00");
  expect(hour(await me.post(`${path}/rollback`, {}))).toBe("14:00");
  expect(hour(await me.post(`${path}/stop`))).toBeUndefined();
  expect(hour(await patch({ schedule: "0 15 * * *" }))).toBeUndefined();
  expect(hour(await me.post(`${path}/start`))).toBe("15:00");
  await at.engine.storage.changeStatus(made.json.bot_id, [{ status: "failed" }], "now");
  expect(hour(await me.get(path))).toBeUndefined();
  expect((await me.get(`${path}/ticks`)).json.next_ticks).toEqual([]);
  expect(hour(await me.post(`${path}/start`))).toBe("15:00");
  at.engine.frozen = false;
});

test("a scheduled bot can be run by hand; a realtime bot has no runs", async () => {
  const id = await me.bot("by-hand", { type: "scheduled" });
  const run = await me.post(`/bots/${id}/run`);
  expect(run.status).toBe(202);
  expect((await me.get(`/bots/${id}`)).json.last_run).toEqual({ id: run.json.id, status: "running" });
  const waiting = me.get(`/runs/${run.json.id}/wait?timeout=5`);
  await at.engine.endRun(run.json.id, "success");
  expect((await waiting).json.status).toBe("success");
  expect((await me.post(`/runs/${run.json.id}/cancel`)).json).toMatchObject({
    status: 409,
    code: "run_ended",
  });
  const other = (await me.post(`/bots/${id}/run`)).json.id;
  expect((await me.post(`/runs/${other}/cancel`)).json).toMatchObject({ status: "canceled" });
  expect((await me.get(`/bots/${id}/runs?limit=1`)).json.items[0].id).toBe(other);
  expect((await me.get(`/bots/${id}/ticks`)).json.next_ticks).toHaveLength(5);
  const realtime = await me.bot("no-runs");
  expect((await me.post(`/bots/${realtime}/run`)).json).toMatchObject({ status: 409, code: "not_scheduled" });
});
