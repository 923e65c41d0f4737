import { createMCPClient } from "@ai-sdk/mcp";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as EarlierClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as EarlierTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPlatform, type TestPlatform } from "../http/harness.ts";
import type { ToolResult } from "./raw.ts";

/** A client library, seen alike. */
interface Connection {
  /** The revision that was agreed on, where the library tells. */
  revision?: string | undefined;
  list(): Promise<string[]>;
  call(name: string, args: Record<string, unknown>): Promise<ToolResult>;
  close(): Promise<void>;
}

const info = { name: "test", version: "1.0.0" };
const headersOf = (key: string | undefined): Record<string, string> =>
  key === undefined ? {} : { "x-api-key": key };

async function official(
  url: URL,
  key: string | undefined,
  mode: "legacy" | "auto" | { pin: string },
): Promise<Connection> {
  const client = new Client(info, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers: headersOf(key) } }));
  return {
    revision: client.getNegotiatedProtocolVersion(),
    list: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args) => (await client.callTool({ name, arguments: args })) as unknown as ToolResult,
    close: () => client.close(),
  };
}

async function earlier(url: URL, key: string | undefined): Promise<Connection> {
  const client = new EarlierClient(info);
  const transport = new EarlierTransport(url, { requestInit: { headers: headersOf(key) } });
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return {
    revision: transport.protocolVersion,
    list: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args) => (await client.callTool({ name, arguments: args })) as unknown as ToolResult,
    close: () => client.close(),
  };
}

async function independent(url: URL, key: string | undefined): Promise<Connection> {
  const client = await createMCPClient({
    transport: { type: "http", url: url.href, headers: headersOf(key) },
  });
  const tools = await client.tools();
  return {
    list: async () => Object.keys(tools),
    async call(name, args) {
      const execute = tools[name]!.execute as unknown as (
        args: unknown,
        options: unknown,
      ) => Promise<ToolResult>;
      return execute(args, { toolCallId: "1", messages: [] });
    },
    close: () => client.close(),
  };
}

const clients: Record<
  string,
  { open(url: URL, key?: string): Promise<Connection>; revision?: string; exact: boolean }
> = {
  "the official client, without negotiation": {
    open: (url, key) => official(url, key, "legacy"),
    revision: "2025-11-25",
    exact: true,
  },
  "the official client, negotiating": {
    open: (url, key) => official(url, key, "auto"),
    revision: "2026-07-28",
    // It answers a 401 by its own text about authorization.
    exact: false,
  },
  "the official client, with the newest revision only": {
    open: (url, key) => official(url, key, { pin: "2026-07-28" }),
    revision: "2026-07-28",
    exact: false,
  },
  "the official client of the previous generation": { open: earlier, revision: "2025-11-25", exact: true },
  "@ai-sdk/mcp": { open: independent, exact: true },
};

let at: TestPlatform;
let url: URL;
let botId: string;
beforeAll(async () => {
  at = await openPlatform();
  url = new URL("/mcp", at.platform.url);
  botId = await at.admin.bot("watched");
});
afterAll(() => at.close());

describe.each(Object.entries(clients))("%s", (_name, { open, revision, exact }) => {
  test("lists and calls the tools, and gets errors as results", async () => {
    const connection = await open(url, at.admin.key);
    try {
      if (revision) expect(connection.revision).toBe(revision);
      const names = await connection.list();
      expect(names).toHaveLength(11);
      expect(names[0]).toBe("auth_status");
      const found = await connection.call("bot_get", { bot_id: botId });
      expect(found.structuredContent).toMatchObject({ bot_id: botId, name: "watched" });
      expect(JSON.parse(found.content[0]!.text)).toEqual(found.structuredContent);
      const unknown = await connection.call("bot_get", { bot_id: "bot_x" });
      expect(unknown.isError).toBe(true);
      expect(unknown.content[0]!.text).toBe("Bot not found");
      const refused = await connection.call("bot_deploy", {
        config: { name: "x", type: "realtime/watched", version: "1.0.0", config: { colour: "red" } },
      });
      expect(refused.content[0]!.text).toMatch(/^\/config\/colour: /);
    } finally {
      await connection.close();
    }
  });

  test("says that a key is required, or that it is invalid", async () => {
    await expect(open(url)).rejects.toThrow(exact ? "Authentication required" : /authoriz/i);
    await expect(open(url, "wrong")).rejects.toThrow(exact ? "API key is invalid" : /authoriz/i);
  });
});
