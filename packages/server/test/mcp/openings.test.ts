import { afterAll, beforeAll, expect } from "vitest";
import { openPlatform, type TestPlatform } from "../http/harness.ts";
import { type Case, initialize, list, meta, modern, modernHeaders, refusal, testCases } from "./cases.ts";
import { json } from "./raw.ts";

let at: TestPlatform;
beforeAll(async () => {
  at = await openPlatform();
});
afterAll(() => at.close());

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
  ...["tools/list", "ping", "notifications/initialized"].map((method) => ({
    title: `${method} with params of null`,
    ask: { headers: json, body: { ...list, method, params: null } },
    status: 200,
    has: { id: 1 },
  })),
  {
    title: "tools/list with a cursor of null",
    ask: { headers: json, body: { ...list, params: { cursor: null, _meta: null } } },
    status: 200,
    has: { result: { tools: expect.any(Array) } },
  },
  {
    title: "tools/call with arguments of null",
    ask: {
      headers: json,
      body: { ...list, method: "tools/call", params: { name: "bot_list", arguments: null } },
    },
    status: 200,
    has: { result: { structuredContent: { bots: [] } } },
  },
  {
    title: "tools/call of 2026-07-28 with arguments of null",
    ask: {
      headers: modernHeaders("tools/call", "auth_status"),
      body: { ...list, method: "tools/call", params: { ...meta, name: "auth_status", arguments: null } },
    },
    status: 200,
    has: { result: { structuredContent: { valid: true } } },
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
];

testCases(() => at, cases);
