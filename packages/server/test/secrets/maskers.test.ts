import { expect, test } from "vitest";
import type { Bot } from "../../src/model/model.ts";
import { Maskers } from "../../src/output/maskers.ts";

const schema = { type: "object", properties: { api_key: { type: "string" } } };
const bot = {
  bot_id: "bot_1",
  owner_id: "usr_1",
  revision: 1,
  config: { api_key: "$secret:key" },
} as never as Bot;

function maskers(knownValues: () => Promise<string[]> = async () => ["planted-first"]): Maskers {
  const store = { pastConfigs: async () => [] };
  const vault = { openConfig: (config: unknown) => config, knownValues };
  return new Maskers(store as never, vault as never, async () => schema);
}

test("a value that a process is given is hidden, although it was set after the masker was made", async () => {
  const of = maskers();
  expect((await of.maskerOf(bot)).text("a planted-first, a planted-second")).not.toContain("planted-first");
  const masker = await of.maskerOf(bot, { api_key: "planted-second" });
  expect(masker.text("a planted-first, a planted-second")).toBe("a ********, a ********");
  expect(await of.maskerOf(bot)).toBe(masker);
});

test("a masker that was being made when a value changed is not kept", async () => {
  let values = ["planted-first"];
  const of = maskers(async () => {
    const read = values;
    await new Promise((resolve) => setImmediate(resolve));
    return read;
  });
  const making = of.maskerOf(bot);
  await new Promise((resolve) => setTimeout(resolve));
  values = ["planted-first", "planted-second"];
  of.forget(bot.bot_id);
  await making;
  expect((await of.maskerOf(bot)).text("planted-second")).toBe("********");
});
