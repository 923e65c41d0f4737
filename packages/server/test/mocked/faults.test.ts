import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { listLogs } from "../../src/store/sql/logs.ts";
import type { SqliteStore } from "../../src/store/sqlite/store.ts";
import { FakeExecutor, LaunchError } from "../engine/fake-executor.ts";
import { ManualClock } from "../engine/manual-clock.ts";
import { openWorld, type World } from "../engine/world.ts";

const makeTree = vi.hoisted(() => vi.fn());
vi.mock("@botyard/manifest", async (original) => {
  const manifest = await original<typeof import("@botyard/manifest")>();
  makeTree.mockImplementation(manifest.checksHere.makeTree);
  return { ...manifest, checksHere: { ...manifest.checksHere, makeTree } };
});
const noRoom = Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });

let clock: ManualClock;
let executor: FakeExecutor;
let world: World;

beforeEach(async () => {
  clock = new ManualClock("2027-01-05T10:00:30.000Z");
  executor = new FakeExecutor(clock);
  world = await openWorld({ clock, executor: async () => executor });
});
afterEach(() => world.close());

/** Makes every write to the store fail, as on a full disk, until the returned function is called. */
function fillDisk(): () => void {
  const store = world.store as SqliteStore;
  const { ingestTransaction } = store;
  const transaction = world.store.main.transaction.bind(world.store.main);
  const full = () => Promise.reject(new Error("database or disk is full"));
  store.ingestTransaction = full;
  world.store.main.transaction = () => ({ execute: full }) as unknown as ReturnType<typeof transaction>;
  return () => {
    store.ingestTransaction = ingestTransaction;
    world.store.main.transaction = transaction;
  };
}

describe("on a full disk", () => {
  test("bots keep running, and their output is stored once there is space again", async () => {
    await world.addPackage({ files: { "bot.mjs": "" }, entrypoints: { bot: "bot.mjs" } });
    const { bot_id: id } = await world.addBot({ custom_bot: "probe" });
    await world.status(id, "running");
    const free = fillDisk();
    executor.last.print("one", "two");
    await clock.pass(3_000);
    expect(executor.alive).toHaveLength(1);
    executor.last.print("three");
    free();
    await clock.pass(3_000);
    await world.event((event) => event.channel === "logs" && event.record.message === "three");
    const lines = (await listLogs(world.store, id, { limit: 10, stream: "stdout" })).items;
    expect(lines.map(({ message }) => message)).toEqual(["one", "two", "three"]);
  });

  test("a package that cannot be unpacked is not reported as corrupt, and the bot starts once there is space", async () => {
    await world.addPackage({ files: { "bot.mjs": "" }, entrypoints: { bot: "bot.mjs" } });
    makeTree.mockRejectedValueOnce(noRoom);
    const { bot_id: id } = await world.addBot({ custom_bot: "probe" });
    const bot = await world.status(id, "backing_off");
    expect(bot.detail).toContain("ENOSPC");
    await clock.pass(11_000);
    await world.status(id, "running");
  });

  test("the start of a bot is retried until it succeeds, and the bot does not fail", async () => {
    await world.addPackage({ files: { "bot.mjs": "" }, entrypoints: { bot: "bot.mjs" } });
    executor.refuse = new LaunchError("spawn_failed", "It could not be started.", { cause: noRoom });
    const { bot_id: id } = await world.addBot({ custom_bot: "probe" });
    const attempts = () =>
      world.events.filter((event) => event.channel === "status" && event.record.status === "backing_off")
        .length;
    const failed = (attempt: number) =>
      world.until(`attempt ${attempt}`, () => (attempts() >= attempt ? true : undefined));
    for (let attempt = 1; attempt <= 12; attempt++) {
      await failed(attempt);
      await clock.pass(10_000);
    }
    await failed(13);
    executor.refuse = undefined;
    await clock.pass(11_000);
    await world.status(id, "running");
  });

  test("a tick is neither lost nor started twice", async () => {
    await world.addPackage({ model: "scheduled", files: { "bot.mjs": "" }, entrypoints: { bot: "bot.mjs" } });
    executor.onLaunch = (launch) => launch.end();
    const bot = await world.addBot({ custom_bot: "probe", model: "scheduled", schedule: "* * * * *" });
    await world.status(bot.bot_id, "idle");
    await clock.pass(0);
    const free = fillDisk();
    await clock.pass(40_000);
    expect(executor.launches).toHaveLength(0);
    free();
    await clock.pass(5_000);
    await world.until("the run", () => executor.launches[0]);
    expect(executor.launches.map(({ spec }) => spec.run?.scheduledAt)).toEqual(["2027-01-05T10:01:00.000Z"]);
  });
});

test("a query process of a killed platform is killed and its folder removed", async () => {
  await world.addPackage({ files: { "bot.mjs": "" }, entrypoints: { bot: "bot.mjs" } });
  const { bot_id: id } = await world.addBot({ custom_bot: "probe" });
  await world.status(id, "running");
  const { existsSync } = await import("node:fs");
  const dir = `${world.dataDir}/bots/${id}/launches/launch_orphan`;
  const orphan = await executor.launch({ ...executor.last.spec, id: "launch_orphan", kind: "query", dir });
  await world.restart();
  expect(executor.alive.map(({ spec }) => spec.kind)).toEqual(["bot"]);
  await expect.poll(() => existsSync(orphan.record.dir)).toBe(false);
});
