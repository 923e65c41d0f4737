import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { getRun, listRuns } from "../../src/store/sql/runs.ts";
import { FakeExecutor } from "../engine/fake-executor.ts";
import { ManualClock } from "../engine/manual-clock.ts";
import { openWorld, type World } from "../engine/world.ts";

// Every sentence that the platform writes into a run has other words here.
vi.mock("../../src/ticks/run-outcome.ts", async (original) => {
  const module = await original<typeof import("../../src/ticks/run-outcome.ts")>();
  return {
    ...module,
    canceled: { ...module.canceled, detail: "Somebody was tired of it." },
    timedOut: (seconds: number) => ({ ...module.timedOut(seconds), detail: "Patience was lost." }),
  };
});
vi.mock("../../src/ticks/due-ticks.ts", async (original) => {
  const module = await original<typeof import("../../src/ticks/due-ticks.ts")>();
  return {
    ...module,
    missed: (...given: Parameters<typeof module.missed>) => ({
      ...module.missed(...given),
      detail: "Too late.",
    }),
  };
});

let clock: ManualClock;
let executor: FakeExecutor;
let world: World;

beforeEach(async () => {
  clock = new ManualClock("2027-01-05T10:00:30.000Z");
  executor = new FakeExecutor(clock);
  world = await openWorld({ clock, executor: async () => executor });
  await world.addPackage({ model: "scheduled", files: { "bot.mjs": "" }, entrypoints: { bot: "bot.mjs" } });
});
afterEach(() => world.close());

/** Starts a bot and its first run, whose process ignores SIGTERM. */
async function startRun(): Promise<{ botId: string; runId: string }> {
  const more = { schedule: "* * * * *", timeout_seconds: 20 };
  const { bot_id: botId } = await world.addBot({ custom_bot: "probe", model: "scheduled", ...more });
  await world.status(botId, "idle");
  await clock.pass(30_000);
  const runId = await world.until("a launch", () => executor.launches[0]?.spec.run?.id);
  await world.run(runId, ({ status }) => status === "running");
  executor.last.obeys = false;
  return { botId, runId };
}

test("a run that reaches its time limit is timed out, whatever its sentence says", async () => {
  const { runId } = await startRun();
  await clock.pass(20_000);
  await world.until("SIGTERM", () => executor.last.signals[0]);
  await clock.pass(world.settings.stopGraceMs);
  await world.run(runId, ({ status }) => status === "timed_out");
  const run = await getRun(world.store, runId);
  expect(run).toMatchObject({ ended_by: "time_limit", detail: "Patience was lost." });
});

test("a canceled run stays canceled if the platform dies before its process, whatever its sentence says", async () => {
  const { botId, runId } = await startRun();
  void world.engine.cancelRun(runId);
  await world.until("SIGTERM", () => executor.last.signals[0]);
  await world.engine.stop({ stopBots: false });
  await world.store.main.updateTable("runs").set({ detail: "Edited by hand." }).execute();
  await world.restart();
  executor.last.end();
  await world.run(runId, ({ status }) => status === "canceled");
  const [run] = (await listRuns(world.store, botId, { limit: 1 })).items;
  expect(run).toMatchObject({ ended_by: "cancel", detail: "Edited by hand." });
});

test("a run with the sentence of a canceled one is not canceled", async () => {
  const { runId } = await startRun();
  await world.engine.stop({ stopBots: false });
  await world.store.main.updateTable("runs").set({ detail: "The run was canceled." }).execute();
  await world.restart();
  executor.last.report({ status: "success", message: "done" });
  executor.last.end();
  await world.run(runId, ({ status }) => status === "success");
  expect(await getRun(world.store, runId)).not.toHaveProperty("ended_by");
});
