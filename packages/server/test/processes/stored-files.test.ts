import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { defaultSettings } from "../../src/settings/settings.ts";
import { stateDirOf } from "../../src/state/state.ts";
import { listLogs } from "../../src/store/sql/logs.ts";
import { openWorld, type World } from "../engine/world.ts";

const files = 1_000;
const filling = `
import { writeFileSync } from "node:fs";
for (let n = 0; n < 1_500; n++) writeFileSync(process.env.STATE_DIR + "/" + n + ".json", "1");
setInterval(() => {}, 1_000);
`;

let world: World;
beforeEach(async () => {
  world = await openWorld({ settings: { limits: { ...defaultSettings.limits, files } } });
  await world.addPackage({ files: { "bot.mjs": filling }, entrypoints: { bot: "bot.mjs" } });
});
afterEach(() => world.close());

const told = async (id: string) =>
  (await listLogs(world.store, id, { limit: 100 })).items.map(({ message }) => message);

test("a bot that stores too many files is killed, told why, and not started again and again", async () => {
  const { bot_id: id } = await world.addBot({ custom_bot: "probe" });
  const bot = await world.status(id, "failed", "start_error");
  expect(bot.detail).toMatch(
    /^The bot's state and cache have at least 1\d{3} files and folders; the limit is 1000 \(PLATFORM_BOT_FILES\)\.$/,
  );
  const why =
    /^The process was killed because it used 1\d{3} files and folders; the limit is 1000 \(PLATFORM_BOT_FILES\)\.$/;
  await world.until(
    "its log to say why",
    async () => (await told(id)).some((line) => why.test(line)) || undefined,
  );
  expect((await told(id)).filter((line) => line.startsWith("Started"))).toHaveLength(1);
});

test("a run of a bot that has stored too many files ends in an error that names the limit", async () => {
  await world.addPackage({
    name: "scheduled",
    model: "scheduled",
    files: { "bot.mjs": filling },
    entrypoints: { bot: "bot.mjs" },
  });
  const bot = await world.addBot({ custom_bot: "scheduled", model: "scheduled", schedule: "0 0 1 1 *" });
  await world.status(bot.bot_id, "idle");
  const state = stateDirOf(world.dataDir, bot.bot_id);
  mkdirSync(state, { recursive: true });
  for (let n = 0; n <= files; n++) writeFileSync(join(state, `${n}.json`), "1");
  const { id } = await world.engine.runNow(await world.bot(bot.bot_id));
  const run = await world.run(id, ({ finished_at: at }) => at !== undefined);
  expect(run).toMatchObject({ status: "error", detail: expect.stringContaining("(PLATFORM_BOT_FILES)") });
});
