import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPlatform, type TestPlatform } from "../http/harness.ts";
import { ask, bareClient, json } from "../mcp/raw.ts";

const root = join(import.meta.dirname, "../../../..");
const page = readFileSync(join(root, "docs/reference/tool-server.md"), "utf8");
/** The cells of every table row that begins with code. */
const rows = page
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .map((line) =>
    line
      .slice(1, -1)
      .split(" | ")
      .map((cell) => cell.trim().replace(/^\|?\s*/, "")),
  );
const words = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, word]) => word!);

interface Definition {
  name: string;
  annotations: { readOnlyHint: boolean; destructiveHint: boolean };
  inputSchema: { properties: object; required?: string[] };
  outputSchema: { properties: object };
}

let at: TestPlatform;
let tools: Definition[];
beforeAll(async () => {
  at = await openPlatform();
  tools = (await bareClient(at.platform.url, at.admin.key).rpc("tools/list")).json.result.tools;
});
afterAll(() => at.close());

test("docs/reference/tool-server.md has the tools with their parameters, scopes and hints", async () => {
  const told = rows
    .filter((row) => row.length === 4)
    .map(([name, parameters, scope, result]) => {
      const [required = "", optional = ""] = parameters!.split("optional");
      return {
        name: words(name!)[0],
        required: words(required),
        optional: words(optional),
        scope: words(scope!)[0],
        changes: result!.startsWith("changes"),
        asks: /^changes, asks/.test(result!),
      };
    });
  const reader = bareClient(at.platform.url, (await at.user("reader", ["read"])).key);
  const known = await Promise.all(
    tools.map(async ({ name, annotations, inputSchema: { properties, required = [] } }) => {
      const given = { bot_id: "x", name: "x", config: {} } as Record<string, unknown>;
      const args = Object.fromEntries(required.map((each) => [each, given[each]]));
      const code = (await reader.call(name, args))._meta?.["botyard/code"];
      return {
        name,
        required,
        optional: Object.keys(properties).filter((each) => !required.includes(each)),
        scope: code === "insufficient_scope" ? "deploy" : "read",
        changes: !annotations.readOnlyHint,
        asks: annotations.destructiveHint,
      };
    }),
  );
  expect(told).toEqual(known);
});

test("the results that the page names are in the tools' schemas", () => {
  for (const [name, , , result] of rows.filter((row) => row.length === 4)) {
    const tool = tools.find((each) => each.name === words(name!)[0])!;
    const fields = JSON.stringify(tool.outputSchema);
    const told = words(result!.replace(/\(.*?\)/g, "")).filter(
      (word) => !/^(bot_deploy|dropped)$/.test(word),
    );
    for (const field of told) expect(fields, `${tool.name}: ${field}`).toContain(`"${field}"`);
  }
});

test("docs/reference/tool-server.md has the codes of JSON-RPC errors", async () => {
  // Loaded after the harness, as the platform itself does.
  const { rpcCodes } = await import("../../src/doors/mcp/errors.ts");
  const { errors } = await import("../../src/errors/error-table.ts");
  const told = rows
    .filter((row) => row.length === 3)
    .map(([name, code, status]) => [words(name!)[0], Number(code), Number(status)]);
  const known = Object.entries(rpcCodes).map(([name, code]) => [
    name,
    code,
    errors[name as keyof typeof errors].status,
  ]);
  expect(told).toEqual(known);
  expect(new Set(Object.values(rpcCodes)).size).toBe(known.length);
});

test("the command of the page works", async () => {
  const [, body] = /-d '([^']+)'/.exec(page)!;
  const { status, json: found } = await ask(at.platform.url, {
    headers: { ...json, "x-api-key": at.admin.key },
    raw: body!,
  });
  expect({ status, found }).toMatchObject({
    status: 200,
    found: { result: { structuredContent: { count: 0 } } },
  });
});
