import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, openPlatform, type TestPlatform } from "./harness.ts";

let at: TestPlatform;
let me: Client;
let nightly: string;
beforeAll(async () => {
  at = await openPlatform();
  me = at.admin;
  await me.upload({ name: "twice" });
  nightly = await me.bot("nightly", { type: "scheduled" });
});
afterAll(() => at.close());

const bot = (name: string) => ({ name, type: "realtime/twice", version: "1.0.0", config: {} });

test("a request repeated with the same key is run once and gets the same answer", async () => {
  const headers = { "idempotency-key": randomUUID() };
  const first = await me.post("/bots", bot("once"), headers);
  const again = await me.post("/bots", bot("once"), headers);
  expect(again.status).toBe(201);
  expect(again.text).toBe(first.text);
  expect(again.headers.get("idempotent-replayed")).toBe("true");
  for (const name of ["location", "etag", "content-type"])
    expect(again.headers.get(name)).toBe(first.headers.get(name));
  expect((await me.get("/bots?name=once")).json.items).toHaveLength(1);
});

test("ten concurrent requests with one key are run once", async () => {
  const id = await me.bot("hourly", { type: "scheduled" });
  const headers = { "idempotency-key": randomUUID() };
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => me.post(`/bots/${id}/run`, undefined, headers)),
  );
  for (const { status, json } of answers) {
    expect([202, 409]).toContain(status);
    if (status === 409) expect(json.code).toBe("idempotency_in_progress");
  }
  expect((await me.get(`/bots/${id}/runs`)).json.items).toHaveLength(1);
});

test("the same key for a different request is refused", async () => {
  const headers = { "idempotency-key": randomUUID() };
  await me.post("/bots", bot("mine"), headers);
  expect((await me.post("/bots", bot("other"), headers)).json).toMatchObject({
    status: 422,
    code: "idempotency_mismatch",
  });
  expect((await me.post("/bots?dry_run=true", bot("mine"), headers)).json.code).toBe("idempotency_mismatch");
});

test("a refusal is repeated, a failure is run again", async () => {
  const refused = { "idempotency-key": randomUUID() };
  const first = await me.post("/bots", bot("mine"), refused);
  expect((await me.post("/bots", bot("mine"), refused)).text).toBe(first.text);
  const failed = { "idempotency-key": randomUUID() };
  const runNow = at.engine.runNow;
  at.engine.runNow = () => Promise.reject(new Error("no"));
  expect((await me.post(`/bots/${nightly}/run`, undefined, failed)).status).toBe(500);
  at.engine.runNow = runNow;
  expect((await me.post(`/bots/${nightly}/run`, undefined, failed)).status).toBe(202);
});

test("the same key of another user is independent", async () => {
  const other = await at.user("other");
  await other.upload({ name: "twice" });
  const headers = { "idempotency-key": randomUUID() };
  const mine = await me.post("/bots", bot("shared"), headers);
  const theirs = await other.post("/bots", bot("shared"), headers);
  expect(theirs.status).toBe(201);
  expect(theirs.json.bot_id).not.toBe(mine.json.bot_id);
});

test("an API key is never shown a second time", async () => {
  const headers = { "idempotency-key": randomUUID() };
  const first = await me.post("/api-keys", { name: "once" }, headers);
  const again = await me.post("/api-keys", { name: "once" }, headers);
  expect(again.json.id).toBe(first.json.id);
  expect(again.json.key).toBeUndefined();
});

test("a request whose client has left is completed, and answered when it is repeated", async () => {
  const id = await me.bot("left", { type: "scheduled" });
  const headers = { "idempotency-key": randomUUID() };
  const runNow = at.engine.runNow.bind(at.engine);
  let reached = () => {};
  const asked = new Promise<void>((resolve) => {
    reached = resolve;
  });
  let go = () => {};
  const gate = new Promise<void>((resolve) => {
    go = resolve;
  });
  at.engine.runNow = async (...given) => {
    reached();
    await gate;
    return runNow(...given);
  };
  const client = new AbortController();
  const left = fetch(`${at.platform.apiUrl}/bots/${id}/run`, {
    method: "POST",
    headers: { ...headers, authorization: `ApiKey ${me.key}` },
    signal: client.signal,
  });
  await asked;
  client.abort();
  await expect(left).rejects.toThrow();
  go();
  at.engine.runNow = runNow;
  await expect.poll(async () => (await me.post(`/bots/${id}/run`, undefined, headers)).status).toBe(202);
  expect((await me.get(`/bots/${id}/runs`)).json.items).toHaveLength(1);
});
