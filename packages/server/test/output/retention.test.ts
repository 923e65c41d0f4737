import { afterEach, expect, test } from "vitest";
import { metricsAfter } from "../../src/store/sqlite/metrics.ts";
import { FakeExecutor } from "../engine/fake-executor.ts";
import { ManualClock } from "../engine/manual-clock.ts";
import { openWorld, type World } from "../engine/world.ts";

let world: World;
afterEach(() => world.close());

test("by default metrics are kept for 90 days", async () => {
  const clock = new ManualClock("2027-06-01T10:00:00.000Z");
  world = await openWorld({ clock, executor: async () => new FakeExecutor(clock) });
  const day = 24 * 3_600_000;
  const insert = world.store.raw.ingest.prepare(
    "insert into metrics (bot_id, seq, type, time, ingested_at, data) values ('bot_1', ?, 'm', ?, ?, '{}')",
  );
  await world.store.ingestTransaction(() => {
    world.store.raw.ingest.exec(
      "insert into sequences (bot_id, logs, metrics, status) values ('bot_1', 0, 3, 0)",
    );
    for (const [at, days] of [91, 89, 8].entries()) {
      const time = new Date(clock.now().getTime() - days * day).toISOString();
      insert.run(at + 1, time, time);
    }
  });
  await clock.pass(3_600_000);
  const seqs = async () => (await metricsAfter(world.store, "bot_1", 0, { limit: 9 })).map(({ seq }) => seq);
  await world.until("old metrics to be removed", async () => !(await seqs()).includes(1) || undefined);
  await world.engine.stop({ stopBots: false });
  expect(await seqs()).toEqual([2, 3]);
});
