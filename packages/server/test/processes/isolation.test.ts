import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { listRuns } from "../../src/store/sql/runs.ts";
import { FakeExecutor } from "../engine/fake-executor.ts";
import { ManualClock } from "../engine/manual-clock.ts";
import { openWorld, type World } from "../engine/world.ts";

let clock: ManualClock;
let executor: FakeExecutor;
let world: World;

const noRoom = "A trial sandbox with bubblewrap failed: no space left on device.";

beforeEach(async () => {
  clock = new ManualClock("2027-01-05T10:00:30.000Z");
  executor = new FakeExecutor(clock);
  world = await openWorld({ clock, executor: async () => executor });
  const files = { "bot.mjs": "", "query.mjs": "" };
  const entrypoints = { bot: "bot.mjs", query: "query.mjs" };
  await world.addPackage({ files, entrypoints });
  await world.addPackage({ name: "timed", model: "scheduled", files, entrypoints });
});
afterEach(async () => {
  await world.close();
  expect(executor.refused, "launches without an isolation").toBe(0);
});

/** Makes isolation unavailable to the next platform process. */
const close = (meanwhile = () => {}) =>
  world.restart({
    async meanwhile() {
      executor.obstacle = noRoom;
      meanwhile();
    },
  });

/** Makes isolation available; the platform retries within a minute. */
async function open(): Promise<void> {
  executor.obstacle = undefined;
  await clock.pass(60_000);
}

const launched = (count: number) =>
  world.until(`${count} launches`, () => (executor.launches.length >= count ? true : undefined));

async function ask(id: string) {
  const gone = new AbortController().signal;
  return world.engine.query(await world.bot(id), "/x", {}, 1_000, gone);
}

const timed = (schedule: string) => world.addBot({ custom_bot: "timed", model: "scheduled", schedule });
const runsOf = async (id: string) => {
  const runs = (await listRuns(world.store, id, { limit: 10 })).items;
  return runs.map(({ status, detail }) => ({ status, detail }));
};

test("isolation is retried after 1, 2, 4 seconds and so on, at least once a minute, until it is established", async () => {
  await close();
  expect(world.engine.obstacle()).toEqual({ why: noRoom, retryAfterSeconds: 1 });
  const tries: number[] = [];
  for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
    await clock.pass(seconds * 1000 - 1);
    tries.push(executor.tries);
    await clock.pass(1);
  }
  expect(tries).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  await open();
  expect(world.engine.obstacle()).toBeUndefined();
  const { tries: last } = executor;
  await clock.pass(3_600_000);
  expect(executor.tries).toBe(last);
});

describe("while isolation is not established", () => {
  test("a new realtime bot is pending, and runs once isolation is established", async () => {
    await close();
    const { bot_id: id } = await world.addBot({ custom_bot: "probe" });
    expect((await world.status(id, "pending", "isolation_unavailable")).detail).toContain(noRoom);
    expect(executor.launches).toEqual([]);
    await open();
    await world.status(id, "running");
  });

  test("a bot that ended while the platform was not running waits, which does not count as a crash", async () => {
    const { bot_id: id } = await world.addBot({ custom_bot: "probe" });
    await world.status(id, "running");
    await launched(2);
    await close(() => {
      for (const launch of executor.alive) launch.end({ code: 1 });
    });
    await world.status(id, "backing_off", "isolation_unavailable");
    const statuses = () => world.events.filter(({ channel }) => channel === "status").length;
    const before = statuses();
    await clock.pass(30 * 60_000);
    expect(statuses()).toBe(before);
    await open();
    expect((await world.status(id, "running")).restarts).toBe(1);
    expect(await world.bot(id)).not.toHaveProperty("reason");
  });

  test("a bot of an earlier platform process keeps running, and only what needs a new process is refused", async () => {
    const { bot_id: id } = await world.addBot({ custom_bot: "probe" });
    await world.status(id, "running");
    await launched(2);
    const [bot, server] = executor.launches;
    server?.end();
    await close();
    await world.status(id, "running");
    expect(bot?.exit).toBeUndefined();
    expect(await ask(id)).toEqual({ kind: "not_isolated", why: noRoom, retryAfterSeconds: 1 });
    // Long enough for a wrong attempt to start, and shorter than the time until the next retry.
    await clock.pass(900);
    expect(executor.launches).toHaveLength(2);
    await open();
    await launched(3);
    expect(executor.last.spec.kind).toBe("query-server");
  });

  test("queries are refused with a retry time, and answered later", async () => {
    await close();
    const { bot_id: id } = await timed("0 0 1 1 *");
    await world.status(id, "idle");
    expect(await ask(id)).toEqual({ kind: "not_isolated", why: noRoom, retryAfterSeconds: 1 });
    await open();
    executor.onLaunch = (launch) => launch.end();
    expect((await ask(id)).kind).toBe("broken");
    expect(executor.last.spec.kind).toBe("query");
  });

  test("a stopped bot does not depend on isolation", async () => {
    await close();
    const { bot_id: id } = await world.addBot({ custom_bot: "probe", desired: "stopped" });
    await world.status(id, "stopped");
    expect((await ask(id)).kind).toBe("not_running");
  });

  test("a tick is started late within a minute, and missed after it", async () => {
    await close();
    const { bot_id: id } = await timed("1,5 10 * * *");
    await world.status(id, "idle");
    await clock.pass(31_000);
    expect(await runsOf(id)).toEqual([{ status: "queued" }]);
    await clock.pass(60_000);
    const [missed] = await world.until("the missed tick", async () => {
      const runs = await runsOf(id);
      return runs[0]?.status === "missed" ? runs : undefined;
    });
    expect(missed?.detail).toContain(noRoom);
    expect(executor.launches).toEqual([]);
    // The second tick comes shortly before isolation is established.
    await clock.pass(4 * 60_000 - 91_000 + 30_000);
    executor.onLaunch = (launch) => launch.end();
    await open();
    await launched(1);
    expect((await runsOf(id)).map(({ status }) => status).sort()).not.toContain("queued");
  });

  test("a run by hand waits until it can start, unless it is canceled", async () => {
    await close();
    const { bot_id: id } = await timed("0 0 1 1 *");
    await world.status(id, "idle");
    const bot = await world.bot(id);
    const [first, second] = [await world.engine.runNow(bot), await world.engine.runNow(bot)];
    await clock.pass(3_600_000);
    expect(await runsOf(id)).toEqual([{ status: "queued" }, { status: "queued" }]);
    expect((await world.engine.cancelRun(first.id))?.status).toBe("canceled");
    executor.onLaunch = (launch) => launch.end();
    await open();
    await world.run(second.id, ({ status }) => status === "success");
    expect(executor.launches).toHaveLength(1);
  });

  test("queued runs are taken over by the next platform process", async () => {
    await close();
    const { bot_id: id } = await timed("0 0 1 1 *");
    await world.status(id, "idle");
    const run = await world.engine.runNow(await world.bot(id));
    executor.onLaunch = (launch) => launch.end();
    await world.restart({
      async meanwhile() {
        executor.obstacle = undefined;
      },
    });
    await world.run(run.id, ({ status }) => status === "success");
  });
});
