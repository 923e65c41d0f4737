import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { metricsAfter } from "../../src/store/sql/metrics.ts";
import { FakeExecutor } from "../engine/fake-executor.ts";
import { ManualClock } from "../engine/manual-clock.ts";
import { openWorld, type World } from "../engine/world.ts";

let world: World;
afterEach(() => world.close());

test("by default metrics are kept for 90 days", async () => {
  const clock = new ManualClock("2027-06-01T10:00:00.000Z");
  world = await openWorld({ clock, executor: async () => new FakeExecutor(clock) });
  const metrics = [91, 89, 8].map((days) => {
    const time = new Date(clock.now().getTime() - days * day).toISOString();
    return { type: "m", time, ingested_at: time, data: {} };
  });
  await world.store.own.writeOutput([{ botId: "bot_1", lines: [], metrics }]);
  await clock.pass(3_600_000);
  const seqs = async () => (await metricsAfter(world.store, "bot_1", 0, { limit: 9 })).map(({ seq }) => seq);
  await world.until("old metrics to be removed", async () => !(await seqs()).includes(1) || undefined);
  await world.engine.stop({ stopBots: false });
  expect(await seqs()).toEqual([2, 3]);
});

const hour = 3_600_000;
const day = 24 * hour;

test("a deleted bot whose files cannot be removed does not keep those of others, and its own are removed once they can be", async ({
  skip,
}) => {
  const clock = new ManualClock("2027-06-01T10:00:00.000Z");
  world = await openWorld({ clock, executor: async () => new FakeExecutor(clock) });
  await world.addPackage({ files: { "bot.mjs": "" }, entrypoints: { bot: "bot.mjs" } });
  const folderOf = (id: string) => join(world.dataDir, "bots", id);
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) {
    const { bot_id: id } = await world.addBot({ custom_bot: "probe", desired: "stopped", status: "stopped" });
    mkdirSync(join(folderOf(id), "state"), { recursive: true });
    writeFileSync(join(folderOf(id), "state", "a.json"), "1");
    ids.push(id);
  }
  const [first = "", ...others] = ids.sort();
  const lock = (how: "+i" | "-i") => execFileSync("chattr", [how, join(folderOf(first), "state", "a.json")]);
  try {
    lock("+i");
  } catch {
    skip("Files cannot be made immutable here.");
  }
  try {
    for (const id of ids) await world.ask(id, { desired: "deleted" });
    for (const id of others)
      await world.until("their files to be removed", () => !existsSync(folderOf(id)) || undefined);
    const rows = async () =>
      (await world.store.main.selectFrom("bots").select("id").execute()).map(({ id }) => id);
    // By this clock, they were deleted long ago.
    await clock.pass(hour);
    await world.until("the others to be removed", async () => (await rows()).length === 1 || undefined);
    expect(await rows()).toEqual([first]);
    expect(existsSync(folderOf(first))).toBe(true);
  } finally {
    lock("-i");
  }
  await clock.pass(hour);
  await world.until("its files to be removed", () => !existsSync(folderOf(first)) || undefined);
});

test("the files of a deleted bot that could not be removed at once are removed within two hours", async () => {
  const clock = new ManualClock(new Date().toISOString());
  world = await openWorld({ clock, executor: async () => new FakeExecutor(clock) });
  await world.addPackage({ files: { "bot.mjs": "" }, entrypoints: { bot: "bot.mjs" } });
  const { bot_id: id } = await world.addBot({ custom_bot: "probe", desired: "stopped", status: "stopped" });
  const folder = join(world.dataDir, "bots", id);
  const gone = () => world.until("its files to be removed", () => !existsSync(folder) || undefined);
  mkdirSync(join(folder, "state"), { recursive: true });
  await world.ask(id, { desired: "deleted" });
  await gone();
  mkdirSync(join(folder, "state"), { recursive: true });
  await clock.pass(2 * hour);
  await gone();
});
