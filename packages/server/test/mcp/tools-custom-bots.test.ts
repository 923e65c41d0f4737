import { afterAll, beforeAll, expect, test } from "vitest";
import { failure, instance, openTrader, schema, type Trader } from "./trader.ts";

let at: Trader["at"];
let user: Trader["user"];
let call: Trader["call"];
beforeAll(async () => {
  ({ at, user, call } = await openTrader());
});
afterAll(() => at.close());

test("an unknown custom bot or version, and another user's, are not found", async () => {
  const stranger = await at.user("maker");
  await stranger.upload({ name: "secret-sauce" });
  for (const tool of ["custom_bot_get", "custom_bot_schema"]) {
    for (const name of ["nothing", "secret-sauce"]) {
      const [said, next] = failure(await call(tool, { name }), "custom_bot_not_found");
      expect(said).toBe("Custom bot not found");
      expect(next).toMatch(/^Call custom_bot_list/);
    }
    const [said, next] = failure(await call(tool, { name: "sma", version: "9.9.9" }), "custom_bot_not_found");
    expect(said).toBe("Custom bot not found");
    expect(next).toContain("Its versions are 1.1.0, 1.0.0.");
  }
  const config = { ...instance("x"), type: "realtime/secret-sauce" };
  expect(failure(await call("bot_deploy", { config }), "custom_bot_not_found")[0]).toBe(
    "Custom bot not found",
  );
});

test("custom bots are listed with their latest version, and shown with an excerpt of the readme", async () => {
  const { structuredContent: list } = await call("custom_bot_list");
  expect(list.custom_bots).toContainEqual({
    name: "sma",
    version: "1.1.0",
    type: "realtime",
    runtime: "python311",
  });
  const { structuredContent: found } = await call("custom_bot_get", { name: "sma", version: "1.0.0" });
  expect(found).toMatchObject({
    ...{ name: "sma", version: "1.0.0", latest_version: "1.1.0", versions: ["1.1.0", "1.0.0"] },
    ...{ type: "realtime", runtime: "python311", has_queries: true, readme_truncated: true },
    entrypoints: { bot: "main.py", query: "query.py" },
  });
  expect(found.readme).toMatch(/^# SMA\nx+\.\.\.\[\+506 chars\]$/);
});

test("custom_bot_schema returns the schema as uploaded, and an example that needs only editing", async () => {
  const { structuredContent: found } = await call("custom_bot_schema", { name: "sma" });
  expect(found).toEqual({
    name: "sma",
    version: "1.1.0",
    schema,
    example: {
      ...{ name: "my-sma", type: "realtime/sma", version: "1.1.0" },
      config: { short_period: 5, long_period: 20, symbol: "<symbol>" },
    },
  });
  expect((await call("bot_deploy", { config: found.example })).isError).toBeUndefined();
});

const price = { type: "number", minimum: 1 };
const mode = (name: string, more: object = {}) => ({
  properties: { mode: { const: name }, ...more },
  required: ["mode"],
});

test.each([
  ["oneOf", { oneOf: [mode("live", { size: { default: 1 } }), mode("paper")] }, { mode: "live", size: 1 }],
  ["anyOf", { properties: { price }, anyOf: [{ required: ["price"] }, mode("paper")] }, { price: 1 }],
  ["the second", { properties: { price }, oneOf: [{ not: {} }, { required: ["price"] }] }, { price: 1 }],
  ["one setting", { properties: { mode: { oneOf: [{ const: 1 }] } }, required: ["mode"] }, { mode: 1 }],
])("the example fits an alternative of the schema: %s", async (name, rules, config) => {
  const bot = `alternative-${name.replaceAll(" ", "-").toLowerCase()}`;
  await user.upload({ name: bot, schema: { type: "object", ...rules } });
  const { structuredContent: found } = await call("custom_bot_schema", { name: bot });
  expect(found.example.config).toEqual(config);
  expect((await call("bot_deploy", { config: found.example })).isError).toBeUndefined();
});

test("there is no example if none is valid", async () => {
  const properties = { account: { type: "string", pattern: "^[0-9]{6}$" } };
  await user.upload({ name: "account", schema: { type: "object", properties, required: ["account"] } });
  const { structuredContent: found } = await call("custom_bot_schema", { name: "account" });
  expect(Object.keys(found)).toEqual(["name", "version", "schema"]);
});

test("a schema that is too long is cut to what decides what is valid", async () => {
  const properties = Object.fromEntries(
    Array.from({ length: 250 }, (_, n) => [
      `description_${n}`,
      { type: "integer", minimum: n, description: "y".repeat(200) },
    ]),
  );
  await user.upload({
    name: "long",
    schema: { type: "object", properties: { ...properties, description: { type: "string" } } },
  });
  const { content, structuredContent: found } = await call("custom_bot_schema", { name: "long" });
  expect(Buffer.byteLength(content[0]!.text)).toBeLessThanOrEqual(40_000);
  expect(found).toMatchObject({
    truncated: true,
    hint: expect.stringContaining("/custom-bots/long/versions/1.0.0/schema"),
  });
  expect(found.schema.properties.description_7).toEqual({ type: "integer", minimum: 7 });
  expect(found.schema.properties.description).toEqual({ type: "string" });
});
