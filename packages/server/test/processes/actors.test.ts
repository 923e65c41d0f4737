import { afterEach, beforeEach, expect, test } from "vitest";
import { listStatusEvents } from "../../src/store/sql/status-events.ts";
import { FakeExecutor } from "../engine/fake-executor.ts";
import { ManualClock } from "../engine/manual-clock.ts";
import { actor, openWorld, type World } from "../engine/world.ts";

let executor: FakeExecutor;
let world: World;
beforeEach(async () => {
  const clock = new ManualClock("2027-01-05T10:00:00.000Z");
  executor = new FakeExecutor(clock);
  world = await openWorld({ clock, executor: async () => executor });
  await world.addPackage({ files: { "bot.mjs": "" }, entrypoints: { bot: "bot.mjs" } });
});
afterEach(() => world.close());

/** The events of a bot from the first one: status, revision, and the user if there was one. */
async function told(id: string): Promise<string[]> {
  const events = await listStatusEvents(world.store, id, { limit: 100 });
  return events
    .toReversed()
    .map(({ status, revision, actor }) => [status, revision, actor?.user_name].filter(Boolean).join(" "));
}
const added = async () => {
  const { bot_id } = await world.addBot({ custom_bot: "probe" });
  await world.status(bot_id, "running");
  return bot_id;
};
const length = (id: string, count: number) =>
  world.until(`${count} events`, async () => ((await told(id)).length >= count ? true : undefined));

test("what a user asks for names the user, and what the platform does by itself names nobody", async () => {
  const id = await added();
  executor.last.end({ code: 1 });
  await length(id, 6);
  await world.ask(id, { desired: "stopped" });
  await world.status(id, "stopped");
  expect(await told(id)).toEqual([
    ...["pending 1 judy", "starting 1 judy", "running 1 judy"],
    ...["backing_off 1", "starting 1", "running 1"],
    ...["stopping 1 judy", "stopped 1 judy"],
  ]);
  const [last] = await listStatusEvents(world.store, id, { limit: 1 });
  expect(last!.actor).toEqual(actor);
});

test("a change of the config restarts the bot in its user's name, with the new revision", async () => {
  const id = await added();
  await world.patch(id, { config: { symbol: "MSFT" } });
  await length(id, 6);
  expect((await told(id)).slice(3)).toEqual(["stopping 2 judy", "starting 2 judy", "running 2 judy"]);
  // A change of the name leads to no event; the crash after it is still nobody's.
  await world.patch(id, { name: "other" });
  await world.until("the revision", async () =>
    (await world.bot(id)).running_revision === 3 ? true : undefined,
  );
  executor.last.end({ code: 1 });
  await length(id, 9);
  expect((await told(id)).slice(6)).toEqual(["backing_off 3", "starting 3", "running 3"]);
});

test("bots that stop and start with the platform were asked by nobody", async () => {
  const id = await added();
  await world.restart({ stopBots: true });
  await world.status(id, "running");
  expect((await told(id)).slice(3)).toEqual(["stopped 1", "starting 1", "running 1"]);
});

test("a scheduled bot names who created, stopped and deleted it", async () => {
  await world.addPackage({
    name: "ticks",
    model: "scheduled",
    files: { "b.mjs": "" },
    entrypoints: { bot: "b.mjs" },
  });
  const { bot_id: id } = await world.addBot({
    ...{ custom_bot: "ticks", model: "scheduled", schedule: "0 0 1 1 *", timezone: "UTC" },
  });
  await world.status(id, "idle");
  await world.ask(id, { desired: "stopped" });
  await world.status(id, "stopped");
  await world.ask(id, { desired: "deleted" });
  await length(id, 5);
  expect(await told(id)).toEqual([
    ...["pending 1 judy", "idle 1 judy", "stopping 1 judy", "stopped 1 judy", "deleted 1 judy"],
  ]);
});
