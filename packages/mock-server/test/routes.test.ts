import document from "@botyard/server/openapi.json" with { type: "json" };
import { expect, test } from "vitest";
import { mock } from "./mock.ts";

/** What is not there: sign-in by a cookie or of a device, and measurements. */
const missing = /^\/(metrics(\/bots)?|docs|api\/v1\/(session|device\/(code|token)))$/;

const operations = Object.entries(document.paths)
  .flatMap(([path, methods]) => Object.keys(methods).map((method) => [method.toUpperCase(), path] as const))
  .filter(([, path]) => !missing.test(path));

test("there are operations to ask", () => expect(operations.length).toBeGreaterThan(30));

test.each(operations)("%s %s of the OpenAPI document is answered", async (method, path) => {
  const { platform } = await mock();
  const asked = path.replace(/\{\w+\}/g, "unknown");
  const response = await platform.fetch(platform.url + asked, {
    method,
    headers: { authorization: `ApiKey ${platform.key}` },
  });
  const { code } = response.ok ? { code: "" } : ((await response.json()) as { code: string });
  expect(code).not.toMatch(/^(not_found|method_not_allowed|internal_error|authentication_required)$/);
});

test("the OpenAPI document is that of the server", async () => {
  const { platform } = await mock();
  expect(await (await platform.fetch(`${platform.url}/openapi.json`)).json()).toEqual(document);
});

test("an assistant calls tools, which are recorded", async () => {
  const { platform } = await mock({ bots: [{ name: "alpha", bot_id: "bot_a" }] });
  const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "bot_list", arguments: {} } };
  const response = await platform.fetch(`${platform.url}/mcp`, {
    method: "POST",
    headers: { "x-api-key": platform.key, "content-type": "application/json" },
    body: JSON.stringify(call),
  });
  const { result } = (await response.json()) as { result: { structuredContent: object } };
  expect(JSON.stringify(result.structuredContent)).toContain("bot_a");
  expect(platform.requests).toMatchObject([
    { operation: "callTool", input: { method: "tools/call" }, status: 200 },
  ]);
});
