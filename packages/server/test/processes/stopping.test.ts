import { expect, onTestFinished, test } from "vitest";
import { quotaUse } from "../../src/store/sql/quotas.ts";
import { FakeExecutor } from "../engine/fake-executor.ts";
import { ManualClock } from "../engine/manual-clock.ts";
import { openWorld } from "../engine/world.ts";
import { opened } from "../store/opened.ts";

const owner = "usr_1";
const full = { code: "quota_exceeded", quota: { name: "processes", used: 1, limit: 1 } };

/** A platform on which a user may have one process, which is that of a bot that ignores SIGTERM. */
async function openDeaf() {
  const clock = new ManualClock("2027-01-05T10:00:00.000Z");
  const executor = new FakeExecutor(clock);
  executor.onLaunch = (launch) => {
    launch.obeys = false;
  };
  const world = await openWorld({ clock, executor: async () => executor, settings: { userProcesses: 1 } });
  onTestFinished(async () => {
    for (const launch of executor.alive) launch.obeys = true;
    await world.close();
  });
  await world.addPackage({ files: { "bot.mjs": "" }, entrypoints: { bot: "bot.mjs" } });
  const add = async () => (await world.addBot({ custom_bot: "probe" })).bot_id;
  const id = await add();
  await world.status(id, "running");
  return {
    ...{ world, executor, add, id, first: executor.last },
    used: async () => (await quotaUse(world.store, owner, "")).processes,
    graceOver: () => clock.pass(world.settings.stopGraceMs),
    asked: () => world.until("SIGTERM", () => (executor.last.signals.includes("SIGTERM") ? true : undefined)),
  };
}

test.each(["stopped", "deleted"] as const)(
  "a realtime bot that ignores SIGTERM counts for its user's processes until it has ended, when it is %s",
  async (desired) => {
    const at = await openDeaf();
    await at.world.ask(at.id, { desired });
    await expect(at.add()).rejects.toMatchObject(full);
    await at.asked();
    await expect(at.add()).rejects.toMatchObject(full);
    expect(await at.used()).toBe(1);
    await at.graceOver();
    await at.world.status(at.id, "stopped");
    expect(await at.used()).toBe(0);
    const next = await at.add();
    await at.world.status(next, "running");
    expect(at.executor.alive).toHaveLength(1);
  },
);

test("at the quota, a bot can be started again while it is being stopped, and runs once the last process has ended", async () => {
  const at = await openDeaf();
  await at.world.ask(at.id, { desired: "stopped" });
  await at.asked();
  await at.world.ask(at.id, { desired: "running", restart: true });
  expect(await at.used()).toBe(1);
  await expect(at.add()).rejects.toMatchObject(full);
  expect(at.executor.launches).toHaveLength(1);
  await at.graceOver();
  await at.world.status(at.id, "running");
  expect(at.executor.alive).toHaveLength(1);
  expect(at.executor.last).not.toBe(at.first);
});

test("at the quota, a bot can be restarted", async () => {
  const at = await openDeaf();
  await at.world.ask(at.id, { restart: true });
  await at.asked();
  await expect(at.add()).rejects.toMatchObject(full);
  await at.graceOver();
  await at.world.until("the next process", () => (at.executor.last === at.first ? undefined : true));
  await at.world.status(at.id, "running");
  expect(at.executor.alive).toHaveLength(1);
});

test("a bot that was deleted when the platform ended counts until its process has ended, and no longer", async () => {
  const at = await openDeaf();
  await at.world.restart({
    meanwhile: async () => {
      const store = await opened(at.world.dataDir);
      await store.main.updateTable("bots").set({ desired: "deleted" }).where("id", "=", at.id).execute();
      await store.close();
    },
  });
  await at.asked();
  await expect(at.add()).rejects.toMatchObject(full);
  await at.graceOver();
  await at.world.status(at.id, "stopped");
  await at.world.status(await at.add(), "running");
});
