import { afterEach, beforeEach, expect, test } from "vitest";
import { changeBot } from "../../src/store/sqlite/bots.ts";
import { FakeExecutor, LaunchError } from "../engine/fake-executor.ts";
import { ManualClock } from "../engine/manual-clock.ts";
import { openWorld, type World } from "../engine/world.ts";

let clock: ManualClock;
let executor: FakeExecutor;
let world: World;

beforeEach(async () => {
  clock = new ManualClock("2027-01-05T10:00:00.000Z");
  executor = new FakeExecutor(clock);
  world = await openWorld({ clock, executor: async () => executor });
  await world.addPackage({ files: { "bot.mjs": "" }, entrypoints: { bot: "bot.mjs" } });
});
afterEach(() => world.close());

async function start(more = {}): Promise<string> {
  const { bot_id: id } = await world.addBot({ custom_bot: "probe", ...more });
  await world.status(id, "running");
  return id;
}

function statuses(): string[] {
  return world.events.flatMap((event) => (event.channel === "status" ? [event.record.status] : []));
}

/** Ends the last process and waits until the supervisor has handled it. */
async function crash(): Promise<void> {
  const before = statuses().length;
  executor.last.end({ code: 1 });
  await world.until("a decision", () => (statuses().length > before ? true : undefined));
}

function launched(count: number): Promise<unknown> {
  return world.until(`${count} launches`, () => (executor.launches.length >= count ? true : undefined));
}

test("tells when it starts the bot next, and how many starts are left", async () => {
  const id = await start();
  await crash();
  await launched(2);
  await world.status(id, "running");
  await crash();
  const { retry } = await world.status(id, "backing_off");
  expect(retry).toEqual({ at: expect.any(String), attempts_left: 8, revision: 1 });
  const left = Date.parse(retry!.at) - clock.now().getTime();
  expect(left).toBeGreaterThanOrEqual(800);
  expect(left).toBeLessThanOrEqual(1200);
  await clock.pass(1_300);
  expect((await world.status(id, "running")).retry).toBeUndefined();
});

test("starts a bot that it had given up when its config changes, but not when its name does", async () => {
  executor.refuse = new LaunchError("no_interpreter", "There is no node.");
  const { bot_id: id } = await world.addBot({ custom_bot: "probe" });
  await world.status(id, "failed", "start_error");
  executor.refuse = undefined;
  await world.patch(id, { name: "renamed" });
  await world.restart();
  expect((await world.bot(id)).status).toBe("failed");
  await world.patch(id, { config: { mended: true } });
  expect(await world.status(id, "running")).toMatchObject({ running_revision: 3, restarts: 0 });
});

test("a changed config starts without the crashes of the earlier one, and does not count as a restart", async () => {
  const id = await start();
  await crash();
  await launched(2);
  await world.status(id, "running");
  await crash();
  await world.status(id, "backing_off");
  await world.patch(id, { config: { mended: true } });
  expect(await world.status(id, "running")).toMatchObject({ restarts: 1, running_revision: 2 });
  await crash();
  // The first restart is immediate again.
  await launched(4);
});

test("the end of a process that was about to be replaced is no crash of its successor", async () => {
  const id = await start();
  // The supervisor is not told, so that it sees both at once.
  await changeBot(world.store, "usr_1", id, {
    at: clock.now().toISOString(),
    decide: (bot) => ({ settings: { ...bot, config: { mended: true } } }),
  });
  await crash();
  await world.until("the new config", async () => (await world.bot(id)).running_revision === 2 || undefined);
  expect(await world.bot(id)).toMatchObject({ status: "running", restarts: 0 });
  expect(statuses()).not.toContain("backing_off");
});
