import { afterAll, beforeAll, expect, test } from "vitest";
import { bot, uploadCrossover } from "./crossover.ts";
import { type Client, openPlatform, type TestPlatform } from "./harness.ts";

let at: TestPlatform;
let me: Client;
beforeAll(async () => {
  at = await openPlatform();
  me = at.admin;
  await uploadCrossover(me);
});
afterAll(() => at.close());

test("a patch replaces the given fields and is one revision; a stale ETag changes nothing", async () => {
  const made = await me.post("/bots", bot("patched", { config: { symbol: "IBM", api_key: "s3cret-value" } }));
  const path = `/bots/${made.json.bot_id}`;
  expect(made.json.config.api_key).toBe("********");
  const patched = await me.ask("PATCH", path, {
    body: { config: { short_period: 9, api_key: "********" } },
    headers: { "if-match": '"1"' },
  });
  expect(patched.json).toMatchObject({
    revision: 2,
    config: { symbol: "AAPL", short_period: 9, api_key: "********" },
  });
  const row = await at.store.main
    .selectFrom("bots")
    .select("config")
    .where("id", "=", made.json.bot_id)
    .executeTakeFirstOrThrow();
  expect(JSON.parse(row.config).api_key).toMatch(/^sealed:/);
  const same = { short_period: 9, api_key: "s3cret-value" };
  expect((await me.ask("PATCH", path, { body: { config: same } })).json.changed).toBe(false);
  const stale = await me.ask("PATCH", path, { body: { name: "other" }, headers: { "if-match": '"1"' } });
  expect(stale.json).toMatchObject({ status: 412, code: "precondition_failed" });
  const empty = await me.ask("PATCH", path, { body: { name: "other" }, headers: { "if-match": "" } });
  expect(empty.json).toMatchObject({ status: 412, detail: "The If-Match header is empty." });
  expect((await me.get(path)).json).toMatchObject({ name: "patched", revision: 2 });
});

test("a patch with dry_run says what is wrong as the patch itself would, and changes nothing", async () => {
  const made = await me.post("/bots", bot("checked", { config: { symbol: "IBM", api_key: "s3cret-value" } }));
  await me.post("/bots", bot("neighbour"));
  const path = `/bots/${made.json.bot_id}?dry_run=true`;
  const dry = (body: object, headers = {}) => me.ask("PATCH", path, { body, headers });
  for (const config of [{ short_period: "abc" }, { short_period: 2.5 }, { short_period: 1 }]) {
    const { json } = await dry({ config });
    expect(json).toMatchObject({ status: 422, errors: [{ pointer: "/config/short_period" }] });
    expect(json.errors).toEqual(
      (await me.ask("PATCH", `/bots/${made.json.bot_id}`, { body: { config } })).json.errors,
    );
  }
  expect((await dry({ name: "neighbour" })).json).toMatchObject({ status: 409, code: "name_taken" });
  expect((await dry({ name: "checked" })).status).toBe(200);
  expect((await dry({ name: "other" }, { "if-match": '"7"' })).json.code).toBe("precondition_failed");
  const plan = await dry({ config: { short_period: 9, api_key: "********" } });
  expect([plan.status, plan.headers.get("etag")]).toEqual([200, null]);
  expect(plan.json).toEqual({
    dry_run: true,
    name: "checked",
    version: made.json.version,
    version_spec: made.json.version_spec,
    config: { ...made.json.config, symbol: "AAPL", short_period: 9 },
    changed: true,
  });
  expect((await dry({ config: { symbol: "IBM", api_key: "********" } })).json.changed).toBe(false);
  const { json } = await me.ask("PATCH", path.replace("=true", ""), { body: { name: "other" } });
  expect(json).toMatchObject({ status: 400, detail: '"dry_run" must be true or false, not "".' });
  expect((await me.get(`/bots/${made.json.bot_id}`)).json).toMatchObject({ name: "checked", revision: 1 });
});

test("a patch is validated as a whole: the stored config must be valid for the new version", async () => {
  const made = await me.post("/bots", bot("moved"));
  const path = `/bots/${made.json.bot_id}`;
  expect((await me.ask("PATCH", path, { body: { version: "^1.1" } })).json).toMatchObject({
    version: "1.1.0",
    version_spec: "^1.1",
  });
  expect((await me.ask("PATCH", path, { body: { schedule: "* * * * *" } })).status).toBe(422);
  expect((await me.ask("PATCH", path, { body: {} })).status).toBe(422);
  const typo = await me.ask("PATCH", path, { body: { confg: {} } });
  expect(typo.json.errors).toEqual([
    { pointer: "/confg", detail: 'Unknown field "confg".', next: 'Did you mean "config"?' },
  ]);
});

test("ten concurrent patches are ten revisions", async () => {
  const made = await me.post("/bots", bot("busy"));
  const path = `/bots/${made.json.bot_id}`;
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => me.ask("PATCH", path, { body: { name: `busy-${n}` } })),
  );
  expect(answers.map((answer) => answer.json.revision).sort((a, b) => a - b)).toEqual([
    2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
  ]);
});

test("a version whose custom bot lists less is refused as long as the instance lists more, and host may stay", async () => {
  const upload = (version: string, network: object) => me.upload({ name: "listed", version, network });
  await upload("1.0.0", { hosts: ["api.exchange.com", "ws.exchange.com"] });
  await upload("1.1.0", { hosts: ["api.exchange.com"] });
  const more = { type: "realtime/listed", network: { hosts: ["ws.exchange.com"] } };
  const made = await me.post("/bots", bot("narrow", more));
  expect(made.json).toMatchObject({ name: "narrow" });
  const path = `/bots/${made.json.bot_id}`;
  const refused = await me.ask("PATCH", path, { body: { version: "1.1.0" } });
  expect(refused.json).toMatchObject({
    ...{ status: 422, detail: 'The network of the custom bot does not list "ws.exchange.com".' },
    errors: [{ pointer: "/network/hosts/0", code: "network.wider" }],
  });
  const both = { version: "1.1.0", network: { hosts: ["api.exchange.com"] } };
  expect((await me.ask("PATCH", path, { body: both })).status).toBe(200);
  await at.store.main
    .updateTable("bots")
    .set({ network: JSON.stringify("host"), version: "1.0.0" })
    .where("id", "=", made.json.bot_id)
    .execute();
  expect((await me.ask("PATCH", path, { body: { version: "1.1.0" } })).status).toBe(200);
});

test("a host that the network of a bot does not list is not cut", async () => {
  const made = await me.post("/bots", bot("typo", { network: { hosts: ["api.exchange.com"] } }));
  const cut = (host: string) => me.post(`/bots/${made.json.bot_id}/network/cut`, { host });
  expect((await cut("api.exchagne.com")).json).toMatchObject({
    ...{ status: 422, detail: 'The network of "typo" does not list "api.exchagne.com".' },
    errors: [{ pointer: "/host" }],
  });
  for (const host of ["api.exchange.com", "*.exchange.com"]) expect((await cut(host)).status, host).toBe(200);
});
