import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPlatform, type TestPlatform } from "../http/harness.ts";
import { ask, json, type RawAsk } from "./raw.ts";

let at: TestPlatform;
beforeAll(async () => {
  at = await openPlatform();
});
afterAll(() => at.close());

const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
const modern = "2026-07-28";
const meta = {
  _meta: {
    "io.modelcontextprotocol/protocolVersion": modern,
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  },
};
const modernHeaders = (method: string, name?: string) => ({
  ...json,
  accept: "application/json, text/event-stream",
  "mcp-protocol-version": modern,
  "mcp-method": method,
  ...(name !== undefined && { "mcp-name": name }),
});
const initialize = (protocolVersion: string) => ({
  jsonrpc: "2.0",
  id: "first",
  method: "initialize",
  params: { protocolVersion, capabilities: {}, clientInfo: { name: "test", version: "1" } },
});

interface Case {
  title: string;
  ask: RawAsk;
  /** Without it, the request has a valid key. */
  key?: string | null;
  status: number;
  /** Part of the JSON document. */
  has?: object;
  headers?: Record<string, string>;
}

const refusal = (code: number, id: unknown, message: unknown = expect.any(String)) => ({
  jsonrpc: "2.0",
  id,
  error: { code, message },
});

const cases: Case[] = [
  {
    title: "a bare tools/list without an Accept header",
    ask: { headers: json, body: list },
    status: 200,
    has: { id: 1 },
  },
  ...["*/*", "application/json", "text/event-stream", "text/html"].map((accept) => ({
    title: `a bare tools/list that accepts ${accept}`,
    ask: { headers: { ...json, accept }, body: list },
    status: 200,
    has: { id: 1 },
    headers: { "content-type": "application/json" },
  })),
  {
    title: "a bare tools/call",
    ask: { headers: json, body: { ...list, id: "a", method: "tools/call", params: { name: "auth_status" } } },
    status: 200,
    has: { id: "a", result: { structuredContent: { valid: true } } },
  },
  {
    title: "ping",
    ask: { headers: json, body: { ...list, method: "ping" } },
    status: 200,
    has: { result: {} },
  },
  ...["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"].map((version) => ({
    title: `initialize of ${version}`,
    ask: { headers: json, body: initialize(version) },
    status: 200,
    has: {
      id: "first",
      result: { protocolVersion: version, capabilities: { tools: { listChanged: false } } },
    },
  })),
  {
    title: "the notification after initialize",
    ask: { headers: json, body: { jsonrpc: "2.0", method: "notifications/initialized" } },
    status: 202,
  },
  {
    title: "a request of an earlier revision with its header and a session of another server",
    ask: { headers: { ...json, "mcp-protocol-version": "2025-06-18", "mcp-session-id": "x" }, body: list },
    status: 200,
    has: { id: 1 },
  },
  {
    title: "a header of an unknown revision",
    ask: { headers: { ...json, "mcp-protocol-version": "1999-01-01" }, body: list },
    status: 400,
    has: { error: { code: expect.any(Number) } },
  },
  {
    title: "server/discover of 2026-07-28",
    ask: {
      headers: modernHeaders("server/discover"),
      body: { ...list, method: "server/discover", params: meta },
    },
    status: 200,
    has: {
      result: { supportedVersions: [modern], resultType: "complete", ttlMs: 300_000, cacheScope: "public" },
    },
  },
  {
    title: "tools/list of 2026-07-28",
    ask: { headers: modernHeaders("tools/list"), body: { ...list, params: meta } },
    status: 200,
    has: { id: 1, result: { resultType: "complete", ttlMs: 300_000, cacheScope: "public" } },
    headers: { "content-type": "application/json" },
  },
  {
    title: "tools/call of 2026-07-28",
    ask: {
      headers: modernHeaders("tools/call", "auth_status"),
      body: { ...list, method: "tools/call", params: { ...meta, name: "auth_status", arguments: {} } },
    },
    status: 200,
    has: { result: { resultType: "complete", structuredContent: { valid: true } } },
  },
  {
    title: "2026-07-28 with headers that differ from the body",
    ask: { headers: modernHeaders("tools/call", "bot_list"), body: { ...list, params: meta } },
    status: 400,
    has: refusal(-32020, 1),
  },
  {
    title: "2026-07-28 without the data of each request",
    ask: { headers: modernHeaders("tools/list"), body: list },
    status: 400,
    has: refusal(-32602, 1),
  },
  {
    title: "initialize of 2026-07-28, which has none",
    ask: {
      headers: modernHeaders("initialize"),
      body: { ...initialize(modern), params: { ...initialize(modern).params, ...meta } },
    },
    status: 404,
    has: refusal(-32601, "first"),
  },
  {
    title: "a subscription, which ends at once because nothing is ever announced",
    ask: {
      headers: modernHeaders("subscriptions/listen"),
      body: {
        ...list,
        method: "subscriptions/listen",
        params: { ...meta, notifications: { toolsListChanged: true } },
      },
    },
    status: 200,
    headers: { "content-type": "text/event-stream" },
  },
  {
    title: "an unknown method",
    ask: { headers: json, body: { ...list, method: "tools/remove" } },
    status: 200,
    has: refusal(-32601, 1),
  },
  {
    title: "an unknown tool",
    ask: { headers: json, body: { ...list, method: "tools/call", params: { name: "bot_sell" } } },
    status: 200,
    has: refusal(
      -32602,
      1,
      expect.stringContaining("bot_sell not found. The tools are auth_status, bot_list,"),
    ),
  },
  {
    title: "arguments that are no object",
    ask: {
      headers: json,
      body: { ...list, method: "tools/call", params: { name: "bot_list", arguments: 1 } },
    },
    status: 200,
    has: refusal(-32602, 1),
  },
  { title: "a batch", ask: { headers: json, body: [list] }, status: 400, has: refusal(-32600, null) },
  { title: "an empty batch", ask: { headers: json, body: [] }, status: 400, has: refusal(-32600, null) },
  {
    title: "an id of null",
    ask: { headers: json, body: { ...list, id: null } },
    status: 400,
    has: refusal(-32600, null),
  },
  {
    title: "an id that is a fraction",
    ask: { headers: json, body: { ...list, id: 1.5 } },
    status: 400,
    has: refusal(-32600, null),
  },
  {
    title: "an id that a double rounds",
    ask: { headers: json, raw: '{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}' },
    status: 400,
    has: refusal(-32600, null),
  },
  {
    title: "no JSON-RPC",
    ask: { headers: json, body: { hello: 1 } },
    status: 400,
    has: refusal(-32600, null),
  },
  { title: "a text", ask: { headers: json, body: "x" }, status: 400, has: refusal(-32600, null) },
  { title: "null", ask: { headers: json, body: null }, status: 400, has: refusal(-32600, null) },
  {
    title: "no method",
    ask: { headers: json, body: { jsonrpc: "2.0", id: 7 } },
    status: 400,
    has: refusal(-32600, 7),
  },
  { title: "an empty body", ask: { headers: json }, status: 400, has: refusal(-32700, null) },
  {
    title: "a key twice in one object",
    ask: {
      headers: json,
      raw: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"bot_deploy","arguments":{"config":{"config":{"max":1,"max":2}}}}}',
    },
    status: 400,
    has: { error: { code: -32700, data: { errors: [{ pointer: "/params/arguments/config/config/max" }] } } },
  },
  {
    title: "broken JSON",
    ask: { headers: json, raw: '{"jsonrpc":' },
    status: 400,
    has: refusal(-32700, null),
  },
  {
    title: "bad UTF-8",
    ask: { headers: json, raw: Buffer.from([0x22, 0xff, 0x22]) },
    status: 400,
    has: refusal(-32700, null),
  },
  {
    title: "a body that is nested too deep",
    ask: { headers: json, raw: `${"[".repeat(5000)}${"]".repeat(5000)}` },
    status: 400,
    has: refusal(-32700, null),
  },
  {
    title: "a body that is too large",
    ask: { headers: json, raw: `"${"x".repeat(1024 * 1024)}"` },
    status: 413,
    has: refusal(41301, null),
  },
  {
    title: "another content type",
    ask: { headers: { "content-type": "text/plain" }, body: list },
    status: 415,
    has: refusal(41501, null),
  },
  { title: "GET", ask: { method: "GET" }, status: 405, headers: { allow: "POST" } },
  { title: "DELETE", ask: { method: "DELETE" }, status: 405, headers: { allow: "POST" } },
  {
    title: "an unknown address below /mcp",
    ask: { path: "/mcp/sse", headers: json, body: list },
    status: 404,
    has: { code: "not_found" },
  },
  {
    title: "an address of OAuth",
    ask: { method: "GET", path: "/.well-known/oauth-protected-resource/mcp" },
    status: 404,
    has: { code: "not_found" },
  },

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

describe("one request", () => {
  for (const { title, ask: wanted, key, status, has, headers = {} } of cases) {
    test(title, async () => {
      const given = key === undefined ? at.admin.key : key;
      const found = await ask(at.platform.url, {
        ...wanted,
        headers: { ...(given !== null && { "x-api-key": given }), ...wanted.headers },
      });
      expect({ status: found.status, text: found.text }).toMatchObject({ status });
      if (has) expect(found.json).toMatchObject(has);
      for (const [name, value] of Object.entries(headers)) {
        expect(String(found.headers[name]).split(";")[0], name).toBe(value);
      }
      expect(found.headers["x-request-id"]).toMatch(/^req_/);
    });
  }
});

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

test("a platform that listens on all addresses is reached by any of them, and by the names it was given", async () => {
  const open = await openPlatform({ settings: { host: "0.0.0.0", allowedHosts: ["bots.example.com"] } });
  try {
    const by = (host: string, origin?: string) =>
      ask(open.platform.url, {
        headers: { ...json, "x-api-key": open.admin.key, host, ...(origin !== undefined && { origin }) },
        body: list,
      }).then(({ status }) => status);
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

test("calls count towards the key's rate limits, writes separately, and the refusal has the request's id", async () => {
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
