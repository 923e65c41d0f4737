import { afterEach, beforeEach, expect, test } from "vitest";
import { defaultSettings } from "../../src/settings/settings.ts";
import { listLogs } from "../../src/store/sql/logs.ts";
import { openWorld, type World } from "../engine/world.ts";

const filling = `
const kept = [];
const grow = () => { kept.push(Buffer.alloc(8 * 2 ** 20, 1)); if (kept.length < 12) setTimeout(grow, 20); else console.log("I have all"); };
grow();
setInterval(() => {}, 1_000);
`;

let world: World;
beforeEach(async () => {
  world = await openWorld({
    settings: { limits: { ...defaultSettings.limits, memoryBytes: 96 * 2 ** 20 } },
  });
  await world.addPackage({ files: { "bot.mjs": filling }, entrypoints: { bot: "bot.mjs" } });
});
afterEach(() => world.close());

const says = (id: string, words: string) =>
  world.until(`"${words}" in its log`, async () =>
    (await listLogs(world.store, id, { limit: 1_000 })).items.some(({ message }) => message.includes(words))
      ? true
      : undefined,
  );

test("a bot that needs more than every bot has runs with resources of its own, and is told where to write them", async () => {
  const small = await world.addBot({ custom_bot: "probe", name: "small" });
  await says(small.bot_id, "(resources.memory of the bot, else PLATFORM_BOT_MEMORY_BYTES)");
  const big = await world.addBot({ custom_bot: "probe", name: "big", resources: { memory: "320MiB" } });
  await says(big.bot_id, "I have all");
  const bot = await world.status(big.bot_id, "running");
  expect((await world.engine.usage(bot))?.limits).toMatchObject({ memoryBytes: 320 * 2 ** 20, cpus: 0.5 });
  expect(bot.restarts).toBe(0);
});
