import { join } from "node:path";
import { Ajv } from "ajv";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answered } from "../http/fake-engine.ts";
import { bareClient } from "./raw.ts";
import { failure, instance, openTrader, type Trader } from "./trader.ts";

let at: Trader["at"];
let user: Trader["user"];
let call: Trader["call"];
let deploy: Trader["deploy"];
beforeAll(async () => {
  ({ at, user, call, deploy } = await openTrader());
});
afterAll(() => at.close());

interface Definition {
  name: string;
  inputSchema: { properties: object; required?: string[]; additionalProperties: boolean };
  outputSchema: object;
}

let definitions: Definition[];
beforeAll(async () => {
  definitions = (await bareClient(at.platform.url, user.key).rpc("tools/list")).json.result.tools;
});

test("the tools are what they were: names, texts, schemas and hints", async () => {
  // After an intended change: vitest run --project packages/server --update=all test/mcp/tools
  await expect(`${JSON.stringify(definitions, null, 1)}\n`).toMatchFileSnapshot(
    join(import.meta.dirname, "tools.json"),
  );
  expect(Buffer.byteLength(JSON.stringify({ tools: definitions }))).toBeLessThanOrEqual(12_000);
});

test("the tools and their parameters are those of the specification, and no others are accepted", () => {
  const bot = { bot_id: true };
  const days = { date: false, date_range: false, limit: false };
  const custom = { name: true, version: false };
  const parameters = Object.fromEntries(
    definitions.map(({ name, inputSchema }) => {
      const { properties, required = [], additionalProperties } = inputSchema;
      expect(additionalProperties, name).toBe(false);
      return [
        name,
        Object.fromEntries(Object.keys(properties).map((each) => [each, required.includes(each)])),
      ];
    }),
  );
  expect(parameters).toEqual({
    auth_status: {},
    bot_list: {},
    bot_get: bot,
    bot_deploy: { config: true },
    bot_update: { ...bot, config: true },
    bot_delete: bot,
    logs_get: { ...bot, ...days },
    logs_summary: bot,
    custom_bot_list: {},
    custom_bot_get: custom,
    custom_bot_schema: custom,
  });
});

test("every result has its structured content as compact JSON too, and keeps the schema of the list", async () => {
  const ajv = new Ajv({ strict: false });
  const bot_id = await deploy("every");
  await at.engine.log(bot_id, ["one", "two"]);
  const calls: [string, object][] = [
    ["auth_status", {}],
    ["bot_list", {}],
    ["bot_get", { bot_id }],
    [
      "bot_deploy",
      {
        config: {
          name: "other",
          type: "scheduled/cron",
          version: "latest",
          schedule: "0 0 1 1 *",
          timezone: "Europe/Berlin",
          config: { symbol: "A" },
        },
      },
    ],
    ["bot_update", { bot_id, config: { name: "renamed" } }],
    ["logs_get", { bot_id }],
    ["logs_summary", { bot_id }],
    ["custom_bot_list", {}],
    ["custom_bot_get", { name: "sma" }],
    ["custom_bot_schema", { name: "sma", version: "1.0.0" }],
    ["bot_delete", { bot_id }],
  ];
  expect(calls.map(([name]) => name).sort()).toEqual(definitions.map(({ name }) => name).sort());
  for (const [name, given] of calls) {
    const result = await call(name, given);
    expect(result.isError, name).toBeUndefined();
    expect(result.content, name).toHaveLength(1);
    expect(JSON.parse(result.content[0]!.text), name).toEqual(result.structuredContent);
    expect(result.content[0]!.text, name).not.toMatch(/:null|\n/);
    const validate = ajv.compile(definitions.find((each) => each.name === name)!.outputSchema);
    expect(validate(result.structuredContent), `${name}: ${ajv.errorsText(validate.errors)}`).toBe(true);
  }
});

test("auth_status shows the key's owner, its prefix and what it permits, not the key", async () => {
  const { structuredContent: status } = await call("auth_status");
  expect(status).toMatchObject({
    valid: true,
    user_id: user.userId,
    user_name: "trader",
    scopes: ["read", "deploy"],
  });
  expect(user.key.startsWith(`${status.key_prefix}_`)).toBe(true);
  expect(JSON.stringify(status)).not.toContain(user.key.slice(-20));
});

test("an unknown bot, a deleted one and another user's are the same to every tool", async () => {
  const stranger = await at.user("stranger");
  const gone = await deploy("gone");
  await call("bot_delete", { bot_id: gone });
  const foreign = await stranger.bot("theirs");
  const given = {
    bot_get: {},
    bot_update: { config: { name: "x" } },
    bot_delete: {},
    logs_get: {},
    logs_summary: {},
  };
  for (const [name, rest] of Object.entries(given)) {
    const results = await Promise.all(
      ["bot_01k8m2v7q6c5w4y3z2x1v0t9sr", gone, foreign, "../x"].map((bot_id) =>
        call(name, { bot_id, ...rest }),
      ),
    );
    for (const result of results) {
      expect(failure(result, "bot_not_found"), name).toEqual([
        "Bot not found",
        "Call bot_list to see the ids of your bots.",
      ]);
    }
  }
  expect((await stranger.get(`/bots/${foreign}`)).status).toBe(200);
});

test("arguments that do not fit are refused by name before anything is done", async () => {
  const wrong: [string, object, RegExp][] = [
    ["bot_list", { status: "failed" }, /^status: Unknown parameter "status"/],
    ["bot_get", {}, /^bot_id: "bot_id" is required/],
    ["bot_get", { bot_id: 5 }, /^bot_id: .*must be string, not 5/],
    ["bot_get", { bot_id: "" }, /^bot_id: /],
    ["bot_get", { bot_id: "x".repeat(65) }, /^bot_id: /],
    ["bot_get", { id: "x" }, /bot_id/],
    ["bot_update", { bot_id: "x", config: "y" }, /^config: /],
    ["logs_get", { bot_id: "x", limit: 0 }, /^limit: /],
    ["logs_get", { bot_id: "x", limit: 1001 }, /^limit: .*not 1001/],
    ["logs_get", { bot_id: "x", limit: "10" }, /^limit: /],
    ["custom_bot_get", { name: "" }, /^name: /],
  ];
  for (const [name, given, expected] of wrong) {
    expect(failure(await call(name, given), "invalid_parameter")[0], name).toMatch(expected);
  }
});

test("a key without the scope is refused by a result that names the scope", async () => {
  const made = await user
    .post("/api-keys", { name: "reader", scopes: ["read"] })
    .catch((error: unknown) => error);
  expect(made).toBeDefined();
  const reader = await at.user("reader", ["read"]);
  const limited = bareClient(at.platform.url, reader.key);
  expect((await limited.call("bot_list")).isError).toBeUndefined();
  for (const [name, given] of [
    ["bot_deploy", { config: instance("x") }],
    ["bot_delete", { bot_id: "x" }],
  ] as const) {
    const [said, next] = failure(await limited.call(name, given), "insufficient_scope");
    expect(said).toContain('requires the scope "deploy"');
    expect(next).toContain("--scope deploy");
  }
});

test("a failure of the platform is a result with the request's id, without its cause", async () => {
  const bot_id = await deploy("broken");
  const { rpc } = bareClient(at.platform.url, user.key);
  at.engine.answer = () => {
    throw new Error("secret cause");
  };
  await expect.poll(async () => (await user.get(`/bots/${bot_id}`)).json.status).toBe("running");
  const { headers, text, json } = await rpc("tools/call", { name: "bot_get", arguments: { bot_id } });
  at.engine.answer = () => answered(200, "null");
  expect(text).not.toContain("secret cause");
  expect(failure(json.result, "internal_error")[1]).toContain(String(headers["x-request-id"]));
});

test("the tool definitions do not mark parameters as headers, and none is nullable", () => {
  expect(JSON.stringify(definitions)).not.toMatch(/x-mcp-header|"null"/);
});
