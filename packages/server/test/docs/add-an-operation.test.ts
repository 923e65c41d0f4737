import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Type } from "typebox";
import { expect, test } from "vitest";
import { placesOf, type Route } from "../../src/doors/http/rest/route.ts";
import { schemaOf } from "../../src/doors/http/rest/schema.ts";
import { BotDocument } from "../../src/operations/documents/bot.ts";
import { Exactly } from "../../src/operations/documents/named.ts";
import { type Operation, operation } from "../../src/operations/operation.ts";

const page = readFileSync(join(import.meta.dirname, "../../../../docs/how-to/add-an-operation.md"), "utf8");

test("the operation of docs/how-to/add-an-operation.md becomes a route", async () => {
  const [, row = ""] = /```ts\n([\s\S]*?)```/.exec(page) ?? [];
  const [, call = ""] = /`route\("pauseBot", "([^"]+)"/.exec(page) ?? [];
  const names = ["operation", "Exactly", "bot_id", "BotDocument", "showBot"];
  const evaluate = new Function(...names, `return {${row}}`);
  const showBot = async (_parts: unknown, bot: object) => ({ ...bot, shown: true });
  const table = evaluate(operation, Exactly, Type.String(), BotDocument, showBot) as Record<
    string,
    Operation
  >;
  const [method, path] = call.split(" ") as [Route["method"], string];
  const route: Route = { name: "pauseBot", method, path, operation: table.pauseBot! };
  expect(placesOf(route)).toEqual({ inPath: ["bot_id"], inQuery: [], inBody: [] });
  expect(schemaOf(route)).toMatchObject({
    operationId: "pauseBot",
    tags: ["bots"],
    response: { 200: BotDocument },
  });
  const parts = { bots: { get: async (owner: string, id: string) => ({ owner, id }) } };
  const found = await route.operation.run(parts as never, { caller: { user_id: "usr_1" } } as never, {
    bot_id: "bot_1",
  });
  expect(found).toEqual({ owner: "usr_1", id: "bot_1", shown: true });
});
