import { afterAll, beforeAll, expect, test } from "vitest";
import { openPlatform, type TestPlatform } from "../http/harness.ts";
import { type Case, list, meta, modernHeaders, refusal, testCases } from "./cases.ts";
import { ask, json } from "./raw.ts";

let at: TestPlatform;
beforeAll(async () => {
  at = await openPlatform();
});
afterAll(() => at.close());

const cases: Case[] = [
  {
    title: "no key",
    ask: { headers: json, body: list },
    key: null,
    status: 401,
    has: refusal(40101, 1, "Authentication required"),
    headers: { "www-authenticate": 'ApiKey realm="platform"' },
  },
  {
    title: "a wrong key",
    ask: { headers: json, body: { ...list, id: "x" } },
    key: "by_0000000000_0000000000000000000000000000000000000000000000000",
    status: 401,
    has: refusal(40102, "x", "API key is invalid"),
    headers: { "www-authenticate": 'ApiKey realm="platform"' },
  },
  {
    title: "a key that is none",
    ask: { headers: json, body: list },
    key: "hello",
    status: 401,
    has: refusal(40102, 1, "API key is invalid"),
  },
  {
    title: "an empty key",
    ask: { headers: json, body: list },
    key: "",
    status: 401,
    has: refusal(40101, 1, "Authentication required"),
  },
  {
    title: "another kind of authorization",
    ask: { headers: { ...json, authorization: "Basic eDp5" }, body: list },
    key: null,
    status: 401,
    has: refusal(40101, 1, "Authentication required"),
  },
  {
    title: "no key and a broken body",
    ask: { headers: json, raw: "{" },
    key: null,
    status: 401,
    has: refusal(40101, null, "Authentication required"),
  },
  {
    title: "no key and a body that is too large",
    ask: { headers: json, raw: `"${"x".repeat(1024 * 1024)}"` },
    key: null,
    status: 401,
    has: refusal(40101, null, "Authentication required"),
  },
  ...[
    "initialize",
    "ping",
    "server/discover",
    "tools/call",
    "notifications/initialized",
    "nothing/known",
  ].map((method) => ({
    title: `no key for ${method}`,
    ask: { headers: json, body: { ...list, id: 9, method } },
    key: null,
    status: 401,
    has: refusal(40101, 9, "Authentication required"),
  })),
  {
    title: "no key in the 2026-07-28 revision",
    ask: { headers: modernHeaders("tools/list"), body: { ...list, params: meta } },
    key: null,
    status: 401,
    has: refusal(40101, 1, "Authentication required"),
  },

  ...["http://localhost:5173", "http://127.0.0.1", "https://127.0.0.1:1", "http://[::1]:80"].map(
    (origin) => ({
      title: `a page of ${origin}`,
      ask: { headers: { ...json, origin }, body: list },
      status: 200,
      has: { id: 1 },
    }),
  ),
  ...[
    "https://evil.example",
    "null",
    "http://localhost.evil.example",
    "http://localhost@evil.example",
    "file:///x",
    "x",
  ].map((origin) => ({
    title: `a page of ${origin}`,
    ask: { headers: { ...json, origin }, body: list },
    status: 403,
    has: refusal(40301, null),
  })),
  ...["evil.example", "127.0.0.1.evil.example:80", "192.168.1.5"].map((host) => ({
    title: `a request to the host "${host}"`,
    ask: { headers: { ...json, host }, body: list },
    status: 403,
    has: refusal(40301, null),
  })),
  {
    title: "a page of another site without a key",
    ask: { headers: { ...json, origin: "https://evil.example" }, body: list },
    key: null,
    status: 403,
    has: refusal(40301, null),
  },
];

testCases(() => at, cases);

test("the key is also accepted as Authorization, and a revoked, an expired and two different keys are refused", async () => {
  const user = await at.user("keys");
  const { json: made } = await user.post("/api-keys", { name: "short" });
  const other = (headers: Record<string, string>) =>
    ask(at.platform.url, { headers: { ...json, ...headers }, body: list });
  for (const authorization of [`ApiKey ${made.key}`, `Bearer ${made.key}`])
    expect((await other({ authorization })).status).toBe(200);
  expect((await other({ authorization: `Bearer ${user.key}`, "x-api-key": made.key })).json).toMatchObject({
    id: 1,
    error: { code: 40001, data: { code: "ambiguous_api_key" } },
  });
  await user.ask("DELETE", `/api-keys/${made.id}`);
  expect((await other({ "x-api-key": made.key })).json).toMatchObject(
    refusal(40102, 1, "API key is invalid"),
  );
});

test("a call that reads ends when its key is revoked", async () => {
  const user = await at.user("revoked");
  const bot_id = await user.bot("asked", { queries: true });
  await expect.poll(async () => (await user.get(`/bots/${bot_id}`)).json.status).toBe("running");
  const { json: made } = await user.post("/api-keys", { name: "short" });
  let asked = () => {};
  const waiting = new Promise<void>((resolve) => {
    asked = resolve;
  });
  let answer = () => {};
  at.engine.answer = () => {
    asked();
    return new Promise((resolve) => {
      answer = () => resolve({ kind: "timed_out", afterMs: 1 });
    });
  };
  const call = ask(at.platform.url, {
    headers: { ...json, "x-api-key": made.key },
    body: { ...list, method: "tools/call", params: { name: "bot_get", arguments: { bot_id } } },
  });
  await waiting;
  await user.ask("DELETE", `/api-keys/${made.id}`);
  const found = await call;
  answer();
  expect(found.status).toBe(401);
  expect(found.json).toMatchObject(refusal(40102, 1, "API key is invalid"));
});

test("an expired key is invalid", async () => {
  let now = Date.now();
  const later = await openPlatform({ clock: { now: () => new Date(now), after: () => () => {} } as never });
  try {
    const expires_at = new Date(now + 60_000).toISOString();
    const { key } = (await later.admin.post("/api-keys", { name: "short", expires_at })).json;
    const send = () => ask(later.platform.url, { headers: { ...json, "x-api-key": key }, body: list });
    expect((await send()).status).toBe(200);
    now += 60_000;
    expect((await send()).json).toMatchObject(refusal(40102, 1, "API key is invalid"));
  } finally {
    await later.close();
  }
});

/** Returns a request that gives its status: by a Host, and from a page of this origin. */
const addressing =
  ({ platform, admin }: Awaited<ReturnType<typeof openPlatform>>) =>
  async (host: string, origin?: string): Promise<number> => {
    const headers = { ...json, "x-api-key": admin.key, host, ...(origin !== undefined && { origin }) };
    return (await ask(platform.url, { headers, body: list })).status;
  };

test("a platform that listens on all addresses is reached by any of them, and by the names it was given", async () => {
  const open = await openPlatform({ settings: { host: "0.0.0.0", allowedHosts: ["bots.example.com"] } });
  try {
    const by = addressing(open);
    expect(await by("192.168.1.5:7070")).toBe(200);
    expect(await by("[fd00::5]:7070")).toBe(200);
    expect(await by("Bots.Example.com")).toBe(200);
    expect(await by("bots.example.com", "https://bots.example.com")).toBe(200);
    expect(await by("192.168.1.5:7070", "http://192.168.1.5:7070")).toBe(200);
    expect(await by("192.168.1.5:7070", "http://192.168.1.6")).toBe(403);
    expect(await by("evil.example")).toBe(403);
  } finally {
    await open.close();
  }
});

test("a platform with a public address is reached by its name, from pages of any port of it, and by no other name", async () => {
  const open = await openPlatform({ settings: { publicUrl: "https://Bots.example:8443/" } });
  try {
    const by = addressing(open);
    expect(await by("bots.example")).toBe(200);
    expect(await by("bots.example:8443", "https://bots.example:8443")).toBe(200);
    expect(await by("127.0.0.1", "https://bots.example")).toBe(200);
    expect(await by("evil.example", "https://bots.example")).toBe(403);
    expect(await by("bots.example", "https://evil.example")).toBe(403);
    expect(await by("bots.example.evil.example")).toBe(403);
  } finally {
    await open.close();
  }
});

test("calls count towards the user's rate limits, writes separately, and the refusal has the request's id", async () => {
  const tight = await openPlatform({ settings: { readsPerMinute: 3, writesPerMinute: 1 } });
  try {
    const call = (name: string) =>
      ask(tight.platform.url, {
        headers: { ...json, "x-api-key": tight.admin.key },
        body: { ...list, id: name, method: "tools/call", params: { name, arguments: { bot_id: "x" } } },
      });
    expect((await call("bot_delete")).status).toBe(200);
    const limited = await call("bot_delete");
    expect(limited.status).toBe(429);
    expect(limited.json).toMatchObject({
      id: "bot_delete",
      error: { code: 42901, data: { code: "rate_limited" } },
    });
    expect(Number(limited.headers["retry-after"])).toBeGreaterThan(0);
    for (let n = 0; n < 3; n++) expect((await call("bot_get")).status).toBe(200);
    // The same limiter as for REST.
    expect((await tight.admin.get("/bots")).status).toBe(429);
  } finally {
    await tight.close();
  }
});

test("an address that keeps sending invalid keys is limited", async () => {
  const guessed = await openPlatform();
  try {
    const answers = await Promise.all(
      Array.from({ length: 70 }, (_, id) =>
        ask(guessed.platform.url, { headers: { ...json, "x-api-key": "x" }, body: { ...list, id } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(60);
    expect(answers.find(({ status }) => status === 429)?.json.error.code).toBe(42901);
  } finally {
    await guessed.close();
  }
});
