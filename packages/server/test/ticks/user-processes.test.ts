import { expect, onTestFinished, test } from "vitest";
import type { Run } from "../../src/model/model.ts";
import { findVersion, insertVersion } from "../../src/store/sql/custom-bots.ts";
import { listRuns } from "../../src/store/sql/runs.ts";
import { insertUser } from "../../src/store/sql/users.ts";
import { FakeExecutor } from "../engine/fake-executor.ts";
import { ManualClock } from "../engine/manual-clock.ts";
import { openWorld } from "../engine/world.ts";
import { opened } from "../store/opened.ts";

/** A platform on which a user may have this number of processes, with a realtime and a scheduled package. */
async function openFor(userProcesses: number) {
  const clock = new ManualClock("2027-01-05T10:00:30.000Z");
  const executor = new FakeExecutor(clock);
  const world = await openWorld({ clock, executor: async () => executor, settings: { userProcesses } });
  onTestFinished(() => world.close());
  const files = { "bot.mjs": "" };
  const entrypoints = { bot: "bot.mjs" };
  await world.addPackage({ name: "tick", model: "scheduled", files, entrypoints });
  await world.addPackage({ files, entrypoints });
  const runOf = async (id: string): Promise<Run> => (await listRuns(world.store, id, { limit: 1 })).items[0]!;
  const launched = (id: string) => executor.launches.find(({ spec }) => spec.botId === id);
  return {
    ...{ clock, executor, world, runOf, launched },
    async scheduled(more: { owner_id?: string } = {}): Promise<string> {
      const schedule = { model: "scheduled", schedule: "1 10 * * *" } as const;
      const { bot_id } = await world.addBot({ custom_bot: "tick", ...schedule, ...more });
      await world.status(bot_id, "idle");
      await clock.pass(0);
      return bot_id;
    },
    started: (id: string) => world.until(`a launch of ${id}`, () => launched(id)),
    succeeded: (id: string) =>
      world.until(`the end of the run of ${id}`, async () =>
        (await runOf(id)).status === "success" ? true : undefined,
      ),
  };
}

test("ticks beyond the quota of processes wait for a process of their user to end, and those of others do not", async () => {
  const at = await openFor(2);
  const ids = [await at.scheduled(), await at.scheduled(), await at.scheduled(), await at.scheduled()];
  const { store } = at.world;
  await insertUser(store, { id: "usr_2", name: "other", created_at: "2027-01-01T00:00:00.000Z" });
  await insertVersion(store, { ...(await findVersion(store, "usr_1", "tick", "1.0.0"))!, owner_id: "usr_2" });
  const theirs = await at.scheduled({ owner_id: "usr_2" });
  await at.clock.pass(30_000);
  const [first, second, third, fourth] = ids as [string, string, string, string];
  for (const id of [first, second, theirs]) await at.started(id);
  await at.clock.pass(120_000);
  expect(at.executor.launches).toHaveLength(3);
  expect((await at.runOf(third)).status).toBe("queued");
  expect(at.world.events).toContainEqual(
    expect.objectContaining({
      bot_id: third,
      record: expect.objectContaining({
        level: "warn",
        message:
          "The run waits for a process of the user to end: a user may have 2 at the same time (PLATFORM_USER_PROCESSES).",
      }),
    }),
  );

  at.launched(first)!.end();
  await at.started(third);
  expect(at.executor.launches).toHaveLength(4);
  // After a restart of the platform, those that run still count, and the others wait again.
  await at.world.restart();
  await at.clock.pass(1_000);
  expect(at.executor.launches).toHaveLength(4);
  at.launched(second)!.end();
  await at.started(fourth);
  for (const id of [third, fourth, theirs]) at.launched(id)!.end();
  for (const id of [...ids, theirs]) await at.succeeded(id);
});

test("a realtime bot that should run counts, and a run that waits for it can be canceled", async () => {
  const at = await openFor(1);
  const { bot_id: realtime } = await at.world.addBot({ custom_bot: "probe" });
  await at.world.status(realtime, "running");
  const [first, second] = [await at.scheduled(), await at.scheduled()];
  await at.clock.pass(30_000);
  await at.clock.pass(60_000);
  expect(at.executor.launches).toHaveLength(1);
  await at.world.engine.cancelRun((await at.runOf(first)).id);
  expect((await at.runOf(first)).status).toBe("canceled");
  await at.world.ask(realtime, { desired: "stopped" });
  await at.started(second);
  at.launched(second)!.end();
  await at.succeeded(second);
});

test("a run waits for a realtime bot that is being stopped, also after a restart of the platform", async () => {
  const at = await openFor(1);
  const { bot_id: realtime } = await at.world.addBot({ custom_bot: "probe" });
  await at.world.status(realtime, "running");
  at.launched(realtime)!.obeys = false;
  const scheduled = await at.scheduled();
  await at.clock.pass(30_000);
  const waits = () =>
    at.world.events.filter(
      ({ channel, record }) => channel === "logs" && /^The run waits/.test(record.message),
    );
  await at.world.until("a run that waits", () => waits()[0]);
  await at.world.restart({
    meanwhile: async () => {
      const store = await opened(at.world.dataDir);
      await store.main.updateTable("bots").set({ desired: "stopped" }).where("id", "=", realtime).execute();
      await store.close();
    },
  });
  await at.world.status(realtime, "stopping");
  await at.world.until("the run to wait or start", () => waits()[1] ?? at.launched(scheduled));
  expect(at.executor.launches).toHaveLength(1);
  await at.clock.pass(at.world.settings.stopGraceMs);
  await at.started(scheduled);
  at.launched(scheduled)!.end();
  await at.succeeded(scheduled);
});
