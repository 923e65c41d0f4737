import { afterAll, beforeAll, expect, test } from "vitest";
import { execute } from "../store/opened.ts";
import { Browser } from "./browser.ts";
import { type Client, openPlatform, type TestPlatform } from "./harness.ts";

let at: TestPlatform;
let judy: Client;
beforeAll(async () => {
  at = await openPlatform();
  judy = await at.user("judy");
});
afterAll(() => at.close());

const newest = async (bot: string) => (await judy.get(`/events?bot_id=${bot}&limit=1`)).json.items[0];
const stopped = (bot: string) => judy.get(`/bots/${bot}/wait?status=stopped`);

test("an event names the key of the request, or the session, and never a secret", async () => {
  const bot = await judy.bot("keyed");
  const { key } = (await judy.post("/api-keys", { name: "deploys", scopes: ["deploy"] })).json;
  await at.client(key).post(`/bots/${bot}/stop`);
  await stopped(bot);
  expect(await newest(bot)).toMatchObject({
    status: "stopped",
    revision: 1,
    actor: { user_name: "judy", signed_in_by: "api_key", key_name: "deploys" },
  });
  const browser = new Browser(at);
  await browser.post("/api/v1/session", { body: { key } });
  await browser.post(`/api/v1/bots/${bot}/start`);
  await judy.get(`/bots/${bot}/wait?status=running`);
  const { actor } = await newest(bot);
  expect(actor).toEqual({ user_name: "judy", signed_in_by: "session" });
  const all = (await judy.get(`/events?bot_id=${bot}`)).text;
  expect(all).not.toContain(key.split("_").at(-1));
});

test("an admin who stops another user's bot is named to its owner, also after the key is revoked", async () => {
  const bot = await judy.bot("theirs");
  const { id, key } = (await at.admin.post("/api-keys", { name: "night shift", scopes: ["admin"] })).json;
  await at.client(key).post(`/bots/${bot}/stop`);
  await stopped(bot);
  await at.admin.ask("DELETE", `/api-keys/${id}`);
  expect((await newest(bot)).actor).toEqual({
    ...{ user_name: "admin", signed_in_by: "api_key", key_name: "night shift" },
  });
});

test("events that were stored before they had an actor are listed without one", async () => {
  const bot = await judy.bot("old");
  await judy.get(`/bots/${bot}/wait?status=running`);
  await execute(at.store, `update status_events set actor = null, revision = null where bot_id = '${bot}'`);
  const { seq, time, ...event } = await newest(bot);
  expect(event).toEqual({ bot_id: bot, status: "running" });
});
