import { afterEach, beforeEach, expect, test } from "vitest";
import { changeBot } from "../../src/store/sql/bots.ts";
import { LaunchError } from "../engine/fake-executor.ts";
import { openProbes, type Probes } from "../engine/probes.ts";

let { clock, executor, world, start, statuses, crash, launched } = {} as Probes;
beforeEach(async () => {
  ({ clock, executor, world, start, statuses, crash, launched } = await openProbes());
});
afterEach(() => world.close());

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
