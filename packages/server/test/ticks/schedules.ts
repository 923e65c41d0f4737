import { test as base } from "vitest";
import type { Bot, BotSettings, Run } from "../../src/model/model.ts";
import { listRuns } from "../../src/store/sql/runs.ts";
import { FakeExecutor } from "../engine/fake-executor.ts";
import { ManualClock } from "../engine/manual-clock.ts";
import { openWorld, type World } from "../engine/world.ts";

/** A platform with a scheduled package, whose time a test decides. */
export interface Schedules {
  clock: ManualClock;
  executor: FakeExecutor;
  world: World;
  addBot(more?: Partial<BotSettings>): Promise<Bot>;
  /** Returns the runs, oldest first, with the time of day of the tick. */
  runsOf(botId: string): Promise<string[]>;
  ended(botId: string, count: number): Promise<Run[]>;
  launched(count: number): Promise<unknown>;
  /** Lets minutes pass one by one, and waits for the run of each to end. */
  minutes(botId: string, count: number): Promise<void>;
}

async function openSchedules(): Promise<Schedules> {
  const clock = new ManualClock("2027-01-05T10:00:30.000Z");
  const executor = new FakeExecutor(clock);
  const world = await openWorld({ clock, executor: async () => executor });
  await world.addPackage({ model: "scheduled", files: { "bot.mjs": "" }, entrypoints: { bot: "bot.mjs" } });

  const addBot: Schedules["addBot"] = async (more = {}) => {
    const bot = await world.addBot({
      custom_bot: "probe",
      model: "scheduled",
      schedule: "* * * * *",
      ...more,
    });
    await world.status(bot.bot_id, "idle");
    await clock.pass(0);
    return bot;
  };

  async function runsOf(botId: string): Promise<string[]> {
    const runs = (await listRuns(world.store, botId, { limit: 200 })).items;
    return runs
      .sort((a, b) => a.scheduled_at.localeCompare(b.scheduled_at))
      .map((run) => `${run.tick?.slice(11, 16) ?? "by hand"} ${run.status}`);
  }

  function ended(botId: string, count: number): Promise<Run[]> {
    return world.until(`${count} ended runs`, async () => {
      const runs = (await listRuns(world.store, botId, { limit: 200 })).items;
      const over = runs.filter(({ finished_at: finishedAt }) => finishedAt !== undefined);
      return over.length >= count ? over : undefined;
    });
  }

  function launched(count: number): Promise<unknown> {
    return world.until(`${count} launches`, () => (executor.launches.length >= count ? true : undefined));
  }

  async function minutes(botId: string, count: number): Promise<void> {
    const before = (await ended(botId, 0)).length;
    for (let minute = 1; minute <= count; minute++) {
      await clock.pass(60_000);
      await ended(botId, before + minute);
    }
  }
  return { clock, executor, world, addBot, runsOf, ended, launched, minutes };
}

/** A test with schedules of its own. */
export const test = base.extend<{ schedules: Schedules }>({
  schedules: async ({ task: _ }, use) => {
    const schedules = await openSchedules();
    await use(schedules);
    await schedules.world.close();
  },
});
