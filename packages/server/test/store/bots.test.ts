import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Bot, Run } from "../../src/model/model.ts";
import { changeBot, findAnyBot, findBot, insertBot } from "../../src/store/sql/bots.ts";
import { insertVersion } from "../../src/store/sql/custom-bots.ts";
import { removeBotData } from "../../src/store/sql/retention.ts";
import { countRuns, insertRuns } from "../../src/store/sql/runs.ts";
import { changeStatus } from "../../src/store/sql/status-events.ts";
import type { Store } from "../../src/store/sql/store.ts";
import { keepRunningRevision } from "../../src/store/sql/supervision.ts";
import { insertUser } from "../../src/store/sql/users.ts";
import { opened } from "./opened.ts";

const at = "2026-01-01T00:00:00.000Z";
const bot: Bot = {
  ...{ bot_id: "bot_1", owner_id: "usr_1", name: "one", custom_bot: "probe", model: "realtime" },
  ...{
    version_spec: "1.0.0",
    version: "1.0.0",
    catch_up: "none",
    start_deadline_seconds: 60,
    timeout_seconds: 300,
    config: { n: [1] },
  },
  ...{ desired: "running", status: "pending", revision: 1, generation: 1, restarts: 0 },
  ...{ created_at: at, updated_at: at },
};

let dir: string;
let store: Store;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "botyard-store-"));
  store = await opened(dir);
  for (const id of ["usr_1", "usr_2"]) await insertUser(store, { id, name: id, created_at: at });
  await insertVersion(store, {
    ...{ owner_id: "usr_1", name: "probe", version: "1.0.0", model: "realtime", runtime: "nodejs24" },
    ...{
      config: "{}",
      schema: "{}",
      readme: null,
      sha256: "0",
      content_sha256: "0",
      bytes: 1,
      created_at: at,
      deleted_at: null,
    },
  });
  // Read before it exists: a missing bot must not be cached either.
  expect(await find()).toBeUndefined();
  await insertBot(store, bot, undefined);
  expect(await find()).toEqual(bot);
});
afterEach(async () => {
  await store.close();
  await rm(dir, { recursive: true });
});

const find = (ownerId = "usr_1") => findBot(store, ownerId, "bot_1");
const change = (decided: ReturnType<Parameters<typeof changeBot>[3]["decide"]>) =>
  changeBot(store, "usr_1", "bot_1", { at, decide: () => decided });
const aMoment = () => new Promise((resolve) => setImmediate(resolve));

test("a cached bot is visible only to its owner", async () => {
  expect(await find("usr_2")).toBeUndefined();
  expect(await find()).toEqual(bot);
  expect(await find("usr_2")).toBeUndefined();
});

test("the next read of a bot returns every change", async () => {
  const settings = { ...bot, config: { n: [2] } };
  await change({ settings });
  expect(await find()).toMatchObject({ config: { n: [2] }, revision: 2 });
  await change({ desired: "stopped", restart: true });
  expect(await find()).toMatchObject({ desired: "stopped", generation: 2 });
  await changeStatus(store, "bot_1", [{ status: "failed", reason: "crash_loop", restarts: 3 }], at);
  expect(await find()).toMatchObject({ status: "failed", reason: "crash_loop", restarts: 3 });
  await keepRunningRevision(store, "bot_1", 2);
  expect(await find()).toMatchObject({ running_revision: 2 });
});

test("a bot is not found after its deletion, nor after its row is removed", async () => {
  await change({ desired: "deleted" });
  expect(await find()).toBeUndefined();
  const revival = store.main.updateTable("bots").set({ desired: "running" });
  await store.botRows.changing(["bot_1"], () => revival.execute());
  expect(await find()).toBeDefined();
  while (await removeBotData(store, "bot_1"));
  expect(await find()).toBeUndefined();
});

test("a caller cannot change the bot that the next caller gets", async () => {
  const mine = await find();
  expect(mine?.config).toEqual({ n: [1] });
  expect(() => Object.assign(mine!.config, { n: [2] })).toThrow(TypeError);
  expect(() => (mine!.config.n as number[]).push(2)).toThrow(TypeError);
  expect(await find()).toEqual(bot);
});

test("what an administrator has read is still not found by another user, nor by anybody once it is deleted", async () => {
  expect(await findAnyBot(store, "bot_1")).toEqual(bot);
  expect(await find("usr_2")).toBeUndefined();
  await change({ desired: "stopped" });
  expect(await findAnyBot(store, "bot_1")).toMatchObject({ desired: "stopped" });
  await change({ desired: "deleted" });
  expect(await findAnyBot(store, "bot_1")).toBeUndefined();
});

test("a read that overlaps with a change is not cached", async () => {
  // The change may fall on any step of the read.
  for (let step = 0; step < 60; step++) {
    const [seen, name] = [`before ${step}`, `after ${step}`];
    await change({ settings: { ...bot, name: seen } });
    const look = find();
    for (let n = 0; n < step; n++) await Promise.resolve();
    await change({ settings: { ...bot, name } });
    expect([seen, name]).toContain((await look)?.name);
    expect(await find()).toMatchObject({ name });
  }
});

test("a read between a write and its commit on the other connection is not cached", async () => {
  const work = store.ingest.transaction();
  await store.botRows.changing(["bot_1"], () =>
    work.execute(async (trx) => {
      await trx.updateTable("bots").set({ name: "other" }).execute();
      expect(await find()).toMatchObject({ name: "one" });
      await aMoment();
    }),
  );
  expect(await find()).toMatchObject({ name: "other" });
});

test("a change that is rolled back leaves the bot as it was", async () => {
  const work = store.main.transaction();
  const failed = store.botRows.changing(["bot_1"], () =>
    work.execute(async (trx) => {
      await trx.updateTable("bots").set({ name: "other" }).execute();
      throw new Error("no");
    }),
  );
  const meanwhile = find();
  await expect(failed).rejects.toThrow("no");
  expect([await meanwhile, await find()]).toEqual([bot, bot]);
});

test("runs are counted by outcome between two times, both included", async () => {
  const day = (n: number) => `2026-01-0${n}T00:00:00.000Z`;
  const run = (id: string, scheduled_at: string, status: Run["status"]): Run => ({
    ...{ id, bot_id: "bot_1", scheduled_at, status, version: "1.0.0", revision: 1, queued_at: at },
  });
  const runs = [
    run("run_1", day(1), "success"),
    run("run_2", day(2), "success"),
    run("run_3", day(2), "timed_out"),
    run("run_4", day(3), "lost"),
    run("run_5", day(3), "canceled"),
    run("run_6", day(4), "error"),
  ];
  await store.main.transaction().execute((trx) => insertRuns(trx, runs));
  expect(await countRuns(store, "bot_1", day(2), day(3))).toEqual({ total: 4, success: 1, error: 2 });
  expect(await countRuns(store, "bot_2", day(2), day(3))).toEqual({ total: 0, success: 0, error: 0 });
});
