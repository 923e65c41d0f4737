import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { highest, historyRanges, SystemHistory, type SystemSample } from "../../src/measures/history.ts";
import { Ring } from "../../src/measures/ring.ts";
import { ManualClock } from "../engine/manual-clock.ts";
import { openPlatform } from "./harness.ts";

const start = "2027-01-05T10:00:00.000Z";

async function measured() {
  const dataDir = await mkdtemp(join(tmpdir(), "botyard-history-"));
  const clock = new ManualClock(start);
  const engine = {
    queued: 0,
    waiting: () => engine.queued,
    capacity: async () => ({ memory: 2 ** 40, cpus: 2, disk: 1 }),
  };
  const history = new SystemHistory({ dataDir, clock, engine });
  onTestFinished(async () => {
    history.close();
    await rm(dataDir, { recursive: true });
  });
  history.start();
  return { clock, engine, history };
}

test("the platform is measured every ten seconds, and for a day by the highest values of two minutes", async () => {
  const { clock, engine, history } = await measured();
  for (let n = 1; n <= 13; n++) {
    engine.queued = n === 5 ? 7 : 1;
    await clock.pass(10_000);
  }
  const hour = history.of("hour");
  expect(hour.map(({ time }) => time.slice(14, 19)).slice(0, 3)).toEqual(["00:10", "00:20", "00:30"]);
  expect(hour.map(({ waiting }) => waiting)).toEqual([1, 1, 1, 1, 7, 1, 1, 1, 1, 1, 1, 1, 1]);
  for (const { load, memory, platform_memory, disk, event_loop_delay } of hour) {
    for (const value of [load, event_loop_delay]) expect(value).toBeGreaterThanOrEqual(0);
    for (const value of [memory, platform_memory, disk]) expect(value).toBeGreaterThan(1_000_000);
  }
  expect(history.of("day").map(({ time, waiting }) => [time.slice(14, 19), waiting])).toEqual([["02:00", 7]]);
});

test("nothing is measured after the end", async () => {
  const { clock, history } = await measured();
  await clock.pass(10_000);
  history.close();
  await clock.pass(60_000);
  expect(history.of("hour")).toHaveLength(1);
});

test("a ring keeps the last items in order", () => {
  const ring = new Ring<number>(3);
  const kept = [1, 2, 3, 4, 5, 6, 7].map((item) => {
    ring.add(item);
    return ring.items;
  });
  expect(kept).toEqual([[1], [1, 2], [1, 2, 3], [2, 3, 4], [3, 4, 5], [4, 5, 6], [5, 6, 7]]);
  expect(historyRanges.hour.samples * historyRanges.hour.everySeconds).toBe(3600);
  expect(historyRanges.day.samples * historyRanges.day.everySeconds).toBe(24 * 3600);
});

test("the highest of samples has the time of the last one", () => {
  const sample = (time: string, load: number, disk: number): SystemSample => ({
    ...{ time, load, disk, memory: 1, platform_memory: 1, waiting: 0, event_loop_delay: 0 },
  });
  expect(highest([sample("a", 3, 1), sample("b", 1, 2)])).toEqual(sample("b", 3, 2));
});

test("admins see the measurements, and others do not", async () => {
  const clock = new ManualClock(start);
  const at = await openPlatform({ clock });
  onTestFinished(() => at.close());
  expect((await at.admin.get("/system/history")).json).toEqual({
    ...{ every_seconds: 10, available: await at.engine.capacity(), items: [] },
  });
  await clock.pass(20_000);
  const { items } = (await at.admin.get("/system/history?range=hour")).json;
  expect(items.map(({ time }: { time: string }) => time.slice(14, 19))).toEqual(["00:10", "00:20"]);
  expect((await at.admin.get("/system/history?range=day")).json).toMatchObject({
    every_seconds: 120,
    items: [],
  });
  expect((await at.admin.get("/system/history?range=week")).status).toBe(400);
  expect((await (await at.user("sam")).get("/system/history")).json.code).toBe("admin_required");
});
