import { afterAll, beforeAll, expect, test } from "vitest";
import { openPlatform, type TestPlatform } from "../http/harness.ts";
import { type Case, list, refusal, testCases } from "./cases.ts";
import { bareClient, json } from "./raw.ts";

let at: TestPlatform;
beforeAll(async () => {
  at = await openPlatform();
});
afterAll(() => at.close());

const cases: Case[] = [
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
];

testCases(() => at, cases);

test("a key that somebody gave as the name of a parameter or of a tool is not sent back", async () => {
  const { key } = at.admin;
  const { rpc } = bareClient(at.platform.url, key);
  for (const params of [
    { name: "bot_list", arguments: { [key]: 1 } },
    { name: "bot_deploy", arguments: { config: { [key]: 1 } } },
    { name: key },
  ]) {
    const { text } = await rpc("tools/call", params);
    expect(text).toMatch(/"isError":true|"error":/);
    expect(text).not.toContain(key.split("_")[2]);
  }
});
