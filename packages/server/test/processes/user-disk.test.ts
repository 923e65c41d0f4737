import { expect, onTestFinished, test } from "vitest";
import { diskUse } from "../../src/store/sql/bot-disk.ts";
import { listRuns } from "../../src/store/sql/runs.ts";
import { FakeExecutor } from "../engine/fake-executor.ts";
import { ManualClock } from "../engine/manual-clock.ts";
import { openWorld, type WorldOptions } from "../engine/world.ts";

const mib = 2 ** 20;
const userDiskBytes = 100 * mib;
const entrypoints = { bot: "bot.mjs" };

async function open(options: WorldOptions, code = "") {
  const world = await openWorld(options);
  onTestFinished(() => world.close());
  await world.addPackage({ files: { "bot.mjs": code }, entrypoints });
  return world;
}

async function openFake() {
  const clock = new ManualClock("2027-01-05T10:00:00.000Z");
  const executor = new FakeExecutor(clock);
  const world = await open({ clock, executor: async () => executor, settings: { userDiskBytes } });
  const launchesOf = (id: string) => executor.launches.filter(({ spec }) => spec.botId === id);
  const start = async () => {
    const { bot_id: id } = await world.addBot({ custom_bot: "probe" });
    await world.status(id, "running");
    return id;
  };
  const stored = (id: string, megabytes: number) =>
    launchesOf(id)
      .at(-1)!
      .stored({ bytes: megabytes * mib, isLast: false });
  return { ...{ clock, executor, world, launchesOf, start, stored } };
}

test("of a user over the disk quota, a bot that grows is killed and waits for room, and the others run on", async () => {
  const { world, launchesOf, start, stored } = await openFake();
  const [large, small, quiet] = [await start(), await start(), await start()];
  stored(large, 60);
  stored(small, 30);
  stored(quiet, 1);
  stored(large, 75);
  const waiting = await world.status(large, "backing_off", "quota_exceeded");
  expect(waiting.detail).toBe(
    "The bot cannot be started now. The files of the user's bots use the quota of 104857600 bytes (PLATFORM_USER_DISK_BYTES). Delete bots, or keys of their state.",
  );
  expect(launchesOf(large)).toHaveLength(1);
  expect(world.events).toContainEqual(
    expect.objectContaining({
      bot_id: large,
      record: expect.objectContaining({
        detail:
          "The process was killed because it grew while the bots of its user used 106 MiB of disk space together; the limit is 100 MiB (PLATFORM_USER_DISK_BYTES).",
      }),
    }),
  );
  // Output that is about to be read is no reason to kill a bot.
  stored(quiet, 1.5);
  stored(quiet, 1);
  stored(small, 32);
  await world.status(small, "backing_off", "quota_exceeded");
  expect((await world.bot(quiet)).status).toBe("running");

  await world.ask(large, { desired: "deleted" });
  await world.status(small, "running");
  expect(launchesOf(small)).toHaveLength(2);
});

test("what bots use is known after a restart, and a deleted bot uses nothing", async () => {
  const { clock, world, launchesOf, start, stored } = await openFake();
  const [one, other] = [await start(), await start()];
  stored(one, 60);
  stored(other, 39);
  await world.ask(one, { desired: "stopped" });
  await world.status(one, "stopped");
  launchesOf(one)[0]!.stored({ bytes: 50 * mib, isLast: true });
  await clock.pass(5_000);
  const known = async () => (await diskUse(world.store)).map(({ bytes }) => bytes / mib).sort();
  expect(await known()).toEqual([39, 50]);
  await world.restart();
  stored(other, 51);
  await world.status(other, "backing_off", "quota_exceeded");
  await world.ask(one, { desired: "deleted" });
  await world.status(other, "running");
  expect(await known()).toEqual([51]);
});

test("a tick of a user over the disk quota is recorded with the reason", async () => {
  const { clock, world, start, stored } = await openFake();
  await world.addPackage({ name: "tick", model: "scheduled", files: { "bot.mjs": "" }, entrypoints });
  stored(await start(), 100);
  const schedule = { model: "scheduled", schedule: "1 10 * * *" } as const;
  const { bot_id: id } = await world.addBot({ custom_bot: "tick", ...schedule });
  await world.status(id, "idle");
  await clock.pass(60_000);
  const run = await world.until("the run", async () =>
    (await listRuns(world.store, id, { limit: 1 })).items.find(({ status }) => status === "error"),
  );
  expect(run.detail).toContain("PLATFORM_USER_DISK_BYTES");
});

test("the log of a bot says in one sentence why its query process cannot be started", async () => {
  const { clock, executor, world, start, stored } = await openFake();
  const files = { "bot.mjs": "", "query.mjs": "" };
  await world.addPackage({ name: "asked", files, entrypoints: { ...entrypoints, query: "query.mjs" } });
  const { bot_id: id } = await world.addBot({ custom_bot: "asked" });
  const server = await world.until("the query process", async () =>
    executor.launches.find(({ spec }) => spec.kind === "query-server"),
  );
  stored(await start(), 100);
  server.end({ code: 1 });
  const line = world.event(
    ({ bot_id, channel, record }) =>
      bot_id === id && channel === "logs" && record.message.includes("could not be started"),
  );
  await clock.pass(1_000);
  expect((await line).record).toMatchObject({
    message:
      "The query process could not be started: The files of the user's bots use the quota of 104857600 bytes (PLATFORM_USER_DISK_BYTES). Delete bots, or keys of their state.",
  });
});

test("real bots that each stay within their own limit are killed beyond the quota of their user", async () => {
  const code = `
    import { writeFileSync } from "node:fs";
    import { join } from "node:path";
    writeFileSync(join(process.env.STATE_DIR, "a.json"), Buffer.alloc(12 * 2 ** 20, "1"));
    console.log("written");
    setInterval(() => {}, 1000);
  `;
  const world = await open({ settings: { userDiskBytes: 20 * mib } }, code);
  const bots = [await world.addBot({ custom_bot: "probe" }), await world.addBot({ custom_bot: "probe" })];
  const end = await world.event(
    ({ channel, record }) => channel === "logs" && record.message.includes("PLATFORM_USER_DISK_BYTES"),
  );
  const other = bots.find(({ bot_id }) => bot_id !== end.bot_id)!;
  await world.status(end.bot_id, "backing_off", "quota_exceeded");
  expect((await world.bot(other.bot_id)).status).toBe("running");
});

test("what a real run leaves is counted, also if it ends before it is measured", async () => {
  const code = `
    import { writeFileSync } from "node:fs";
    import { join } from "node:path";
    writeFileSync(join(process.env.STATE_DIR, "a.json"), Buffer.alloc(3 * 2 ** 20, "1"));
  `;
  const world = await open({});
  await world.addPackage({ name: "tick", model: "scheduled", files: { "bot.mjs": code }, entrypoints });
  const bot = await world.addBot({ custom_bot: "tick", model: "scheduled", schedule: "0 0 1 1 *" });
  await world.status(bot.bot_id, "idle");
  const { id } = await world.engine.runNow(bot);
  await world.run(id, ({ status }) => status !== "queued" && status !== "running");
  const row = await world.until("its use of the disk", async () =>
    (await diskUse(world.store)).find(({ bytes }) => bytes >= 3 * mib),
  );
  expect(row.bot_id).toBe(bot.bot_id);
  expect(row.bytes).toBeLessThan(4 * mib);
});
