import { describe, expect, test } from "vitest";
import type { TestPlatform } from "../http/harness.ts";
import { ask, json, type RawAsk } from "./raw.ts";

export const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
export const modern = "2026-07-28";
export const meta = {
  _meta: {
    "io.modelcontextprotocol/protocolVersion": modern,
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  },
};
export const modernHeaders = (method: string, name?: string) => ({
  ...json,
  accept: "application/json, text/event-stream",
  "mcp-protocol-version": modern,
  "mcp-method": method,
  ...(name !== undefined && { "mcp-name": name }),
});
export const initialize = (protocolVersion: string) => ({
  jsonrpc: "2.0",
  id: "first",
  method: "initialize",
  params: { protocolVersion, capabilities: {}, clientInfo: { name: "test", version: "1" } },
});

export interface Case {
  title: string;
  ask: RawAsk;
  /** Without it, the request has a valid key. */
  key?: string | null;
  status: number;
  /** Part of the JSON document. */
  has?: object;
  headers?: Record<string, string>;
}

export const refusal = (code: number, id: unknown, message: unknown = expect.any(String)) => ({
  jsonrpc: "2.0",
  id,
  error: { code, message },
});

/** Declares a test for each case. */
export function testCases(platform: () => TestPlatform, cases: readonly Case[]): void {
  describe("one request", () => {
    for (const { title, ask: wanted, key, status, has, headers = {} } of cases) {
      test(title, async () => {
        const given = key === undefined ? platform().admin.key : key;
        const found = await ask(platform().platform.url, {
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
}
