import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Served, serve } from "./served.ts";

let on: Served;
let folder: string;
const schema = {
  $schema: "http://json-schema.org/draft-07/schema#",
  type: "object",
  properties: {
    symbol: { type: "string", pattern: "^[A-Z]{1,5}$" },
    account: { type: "string", pattern: "^[0-9]{6}$" },
    limit_price: { type: "number", multipleOf: 0.01, default: 19.99 },
    periods: { $ref: "#/definitions/periods" },
    risk: { type: "object", properties: { stop: { type: "number", default: 0.07, multipleOf: 0.01 } } },
    hedge: { type: "object", properties: { ratio: { default: 0.5 }, with: {} }, required: ["with"] },
  },
  oneOf: [
    { properties: { mode: { const: "live" }, size: { type: "number", default: 1 } }, required: ["mode"] },
    { properties: { mode: { const: "paper" } }, required: ["mode"] },
  ],
  definitions: { periods: { type: "integer", default: 7 } },
};

beforeAll(async () => {
  on = await serve();
  folder = join(on.dir, "trader");
  mkdirSync(folder);
  const lines = ["name: trader", "version: 1.0.0", "type: scheduled", "runtime: nodejs24"];
  const files = ["entrypoints:", "  bot: bot.mjs", "schema:", "  bot: bot-schema.json", ""];
  writeFileSync(join(folder, "bot-config.yaml"), [...lines, ...files].join("\n"));
  writeFileSync(join(folder, "bot-schema.json"), JSON.stringify(schema, null, 2));
  writeFileSync(
    join(folder, "bot.mjs"),
    'import { writeFileSync } from "node:fs";\nwriteFileSync("result.json", "{}");\n',
  );
});
afterAll(() => on?.close());

const given = { symbol: "AAPL", account: "123456", limit_price: 4.35, mode: "live" };

function instance(name: string, config: object): string {
  const file = join(folder, `${name}.json`);
  const document = { name, type: "scheduled/trader", version: "latest", schedule: "@yearly", config };
  writeFileSync(file, JSON.stringify(document));
  return file;
}

test("validate and deploy name the line and column of a default that not every config gets", async () => {
  const place = schemaPlace('"default": 0.5');
  const validated = await on.platform(["custom-bot", "validate", folder]);
  expect(validated.code).toBe(0);
  expect(validated.stderr).toContain(`bot-schema.json:${place} The default of "ratio"`);
  expect(validated.stderr.match(/The default of/g)).toHaveLength(1);
  const uploaded = await on.platform(["custom-bot", "deploy", folder]);
  expect(uploaded.code).toBe(0);
  expect(uploaded.stderr).toContain(`bot-schema.json:${place} The default of "ratio"`);
});

test("a deployed bot gets the defaults behind references, in objects and in the schema of oneOf that fits", async () => {
  expect((await on.platform(["bot", "deploy", instance("trading", given)])).code).toBe(0);
  expect((await on.json(["bot", "get", "trading"])).config).toEqual({
    ...given,
    periods: 7,
    risk: { stop: 0.07 },
    size: 1,
  });
});

test.each([
  [{ account: "ABC" }, "/config/account"],
  [{ symbol: "123456" }, "/config/symbol"],
  [{ limit_price: 4.355 }, "/config/limit_price"],
])("the config %j is refused where it is wrong", async (wrong, pointer) => {
  const file = instance("wrong", { ...given, ...wrong });
  const { code, stderr } = await on.platform(["bot", "deploy", file]);
  expect(code).toBe(6);
  expect(stderr.match(/\/config\/\w+/g)).toEqual([pointer]);
  const dev = await on.platform([
    "dev",
    folder,
    "--tick",
    "now",
    "--config",
    JSON.stringify({ ...given, ...wrong }),
  ]);
  expect(dev.code).toBe(6);
  expect(dev.stderr).toContain(pointer.replace("/config", ""));
});

/** Line and column of the value of a member in the schema's file. */
function schemaPlace(member: string): string {
  const before = JSON.stringify(schema, null, 2).split(member)[0]!.split("\n");
  return `${before.length}:${before.at(-1)!.length + member.indexOf(": ") + 3}`;
}
