import { describe, expect } from "vitest";
import { tickRunId } from "../../src/model/ids.ts";
import type { Bot, Run } from "../../src/model/model.ts";
import { traceFields } from "../../src/model/trace.ts";
import { insertLaunches } from "../../src/store/sql/launches.ts";
import { insertRuns } from "../../src/store/sql/runs.ts";
import { settleSchedules } from "../../src/store/sql/supervision.ts";
import type { World } from "../engine/world.ts";
import { test } from "./schedules.ts";

const trace = {
  traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
  tracestate: "congo=t61rcWkgMzE",
};

/** Leaves the state of a platform that was killed after it committed a tick and before it started anything. */
async function leaveUnstarted(world: World, bot: Bot, tick: string): Promise<string> {
  const id = tickRunId(bot.bot_id, new Date(tick));
  const run: Run = {
    bot_id: bot.bot_id,
    revision: 1,
    id,
    tick,
    scheduled_at: tick,
    status: "queued",
    version: "1.0.0",
    queued_at: tick,
    ...traceFields(trace),
  };
  const record = {
    id: "launch_1",
    dir: `${world.dataDir}/bots/${bot.bot_id}/launches/launch_1`,
    engine: "fake",
    isolation: "none",
  };
  const offsets = { stdout: 0, stderr: 0 };
  await world.store.main.transaction().execute(async (trx) => {
    await insertRuns(trx, [run]);
    await insertLaunches(trx, [
      {
        botId: bot.bot_id,
        revision: 1,
        id: record.id,
        runId: id,
        kind: "run",
        generation: 1,
        record,
        state: "starting",
        createdAt: tick,
        offsets,
      },
    ]);
    await settleSchedules(trx, [bot.bot_id], tick);
  });
  return id;
}

describe("a scheduled bot", () => {
  test("records ticks that passed while the platform was not running as missed and starts none of them", async ({
    schedules: { clock, executor, world, addBot, runsOf, ended },
  }) => {
    const { bot_id: id } = await addBot({ schedule: "*/10 * * * *" });
    await world.engine.stop({ stopBots: false });
    clock.set("2027-01-05T10:31:14.200Z");
    await world.restart();
    const runs = await ended(id, 3);
    expect(await runsOf(id)).toEqual(["10:10 missed", "10:20 missed", "10:30 missed"]);
    expect(executor.launches).toHaveLength(0);
    expect(runs[0]).toMatchObject({
      tick: "2027-01-05T10:30:00.000Z",
      late_seconds: 75,
      start_deadline_seconds: 60,
      detail:
        "The run was not started: the tick was 75 s late, and the start deadline is 60 s (start_deadline_seconds).",
    });
  });

  test("runs a tick late that was due while the platform was not running, until its start deadline", async ({
    schedules: { clock, executor, world, addBot, runsOf, ended },
  }) => {
    executor.onLaunch = (launch) => launch.end();
    const { bot_id: strict } = await addBot({ schedule: "*/10 * * * *", start_deadline_seconds: 59 });
    const { bot_id: usual } = await addBot({ schedule: "*/10 * * * *" });
    const { bot_id: patient } = await addBot({ schedule: "*/20 * * * *", start_deadline_seconds: 3600 });
    await world.engine.stop({ stopBots: false });
    clock.set("2027-01-05T10:31:00.000Z");
    await world.restart();
    await ended(strict, 3);
    await ended(usual, 3);
    await ended(patient, 1);
    expect(await runsOf(strict)).toEqual(["10:10 missed", "10:20 missed", "10:30 missed"]);
    expect(await runsOf(usual)).toEqual(["10:10 missed", "10:20 missed", "10:30 success"]);
    expect(await runsOf(patient)).toEqual(["10:20 success"]);
    await world.engine.stop({ stopBots: false });
    await world.restart();
    expect(executor.launches).toHaveLength(2);
  });

  test("runs the first tick of a bot that was created right before the platform was killed", async ({
    schedules: { clock, executor, world, runsOf, ended },
  }) => {
    executor.onLaunch = (launch) => launch.end();
    await world.engine.stop({ stopBots: false });
    const { bot_id: id } = await world.addBot({
      ...{ custom_bot: "probe", model: "scheduled", schedule: "* * * * *" },
    });
    clock.set("2027-01-05T10:01:20.000Z");
    await world.restart();
    await ended(id, 1);
    expect(await runsOf(id)).toEqual(["10:01 success"]);
  });

  test("that several ticks are still to be run for runs the first and skips the others", async ({
    schedules: { clock, executor, world, addBot, runsOf, ended },
  }) => {
    executor.onLaunch = (launch) => launch.end();
    const { bot_id: id } = await addBot({ start_deadline_seconds: 150, catch_up: "last" });
    await world.engine.stop({ stopBots: false });
    clock.set("2027-01-05T10:05:10.000Z");
    await world.restart();
    await ended(id, 5);
    expect(await runsOf(id)).toEqual([
      ...["10:01 missed", "10:02 missed"],
      ...["10:03 success", "10:04 skipped", "10:05 skipped"],
    ]);
  });

  test("skips a tick of the time of a restart while the run of the one before goes on", async ({
    schedules: { clock, executor, world, addBot, runsOf, ended, launched },
  }) => {
    const { bot_id: id } = await addBot();
    await clock.pass(40_000);
    await launched(1);
    await world.engine.stop({ stopBots: false });
    clock.set("2027-01-05T10:02:05.000Z");
    await world.restart();
    await ended(id, 1);
    expect(await runsOf(id)).toEqual(["10:01 running", "10:02 skipped"]);
    executor.last.end();
    await ended(id, 2);
    expect(executor.launches).toHaveLength(1);
  });

  test("catches up with the last missed tick only, with the time of that tick", async ({
    schedules: { clock, executor, world, addBot, runsOf, ended },
  }) => {
    executor.onLaunch = (launch) => launch.end();
    const { bot_id: id } = await addBot({ schedule: "*/10 * * * *", catch_up: "last" });
    await world.engine.stop({ stopBots: false });
    clock.set("2027-01-05T10:37:00.000Z");
    await world.restart();
    await ended(id, 3);
    expect(await runsOf(id)).toEqual(["10:10 missed", "10:20 missed", "10:30 success"]);
    expect(executor.launches.map(({ spec }) => spec.run?.scheduledAt)).toEqual(["2027-01-05T10:30:00.000Z"]);
  });

  test("records ticks as missed when the wall clock is set forward, and continues from there", async ({
    schedules: { clock, executor, addBot, runsOf, ended },
  }) => {
    executor.onLaunch = (launch) => launch.end();
    const { bot_id: id } = await addBot({ schedule: "*/10 * * * *" });
    clock.set("2027-01-05T11:05:00.000Z");
    await clock.pass(31_000);
    await ended(id, 6);
    expect((await runsOf(id)).map((run) => run.split(" ")[1])).toEqual(Array(6).fill("missed"));
    await clock.pass(5 * 60_000);
    await ended(id, 7);
    expect((await runsOf(id)).at(-1)).toBe("11:10 success");
    expect(executor.launches).toHaveLength(1);
  });

  test("runs no tick twice when the wall clock is set back", async ({
    schedules: { clock, executor, addBot, runsOf, ended, minutes },
  }) => {
    executor.onLaunch = (launch) => launch.end();
    const { bot_id: id } = await addBot();
    await minutes(id, 2);
    clock.set("2027-01-05T09:30:30.000Z");
    await clock.pass(31 * 60_000);
    expect(executor.launches).toHaveLength(2);
    await clock.pass(2 * 60_000);
    await ended(id, 3);
    expect(await runsOf(id)).toEqual(["10:01 success", "10:02 success", "10:03 success"]);
    expect(executor.launches).toHaveLength(3);
  });

  test("starts a tick once and with the same id if the platform died between its row and its process", async ({
    schedules: { clock, executor, world, addBot, runsOf, ended, launched, minutes },
  }) => {
    const bot = await addBot();
    await world.engine.stop({ stopBots: false });
    const id = await leaveUnstarted(world, bot, "2027-01-05T10:01:00.000Z");
    clock.set("2027-01-05T10:01:40.000Z");
    await world.restart();
    await launched(1);
    expect(executor.last.spec.run).toEqual({ id, scheduledAt: "2027-01-05T10:01:00.000Z" });
    expect(executor.last.spec.trace).toEqual(trace);
    executor.last.end();
    await ended(bot.bot_id, 1);
    executor.onLaunch = (launch) => launch.end();
    await minutes(bot.bot_id, 1);
    expect(await runsOf(bot.bot_id)).toEqual(["10:01 success", "10:02 success"]);
    expect(executor.launches).toHaveLength(2);
  });

  test("records such a tick as missed if more than a minute has passed", async ({
    schedules: { clock, executor, world, addBot, runsOf, ended, launched },
  }) => {
    const bot = await addBot();
    await world.engine.stop({ stopBots: false });
    await leaveUnstarted(world, bot, "2027-01-05T10:01:00.000Z");
    clock.set("2027-01-05T10:02:40.000Z");
    await world.restart();
    await ended(bot.bot_id, 1);
    await launched(1);
    await expect.poll(() => runsOf(bot.bot_id)).toEqual(["10:01 missed", "10:02 running"]);
    expect(executor.launches).toHaveLength(1);
  });

  test("does not count the wait for a slot, but the time that the platform was not running", async ({
    schedules: { clock, world, addBot, runsOf, launched },
  }) => {
    const waiting = await addBot({ schedule: "* 10 * * *" });
    const other = await addBot({ schedule: "30 * * * *" });
    await world.engine.stop({ stopBots: false });
    await leaveUnstarted(world, waiting, "2027-01-05T10:01:00.000Z");
    // The other bot was started last, 29 minutes later.
    const at = "2027-01-05T10:30:00.000Z";
    const id = tickRunId(other.bot_id, new Date(at));
    await world.store.main.transaction().execute((trx) =>
      insertRuns(trx, [
        {
          ...{ id, bot_id: other.bot_id, revision: 1, tick: at, scheduled_at: at, version: "1.0.0" },
          ...{ status: "success", queued_at: at, started_at: at, finished_at: at },
        },
      ]),
    );
    clock.set("2027-01-05T10:30:50.000Z");
    await world.restart();
    await launched(1);
    await expect.poll(async () => (await runsOf(waiting.bot_id))[0]).toBe("10:01 running");
  });

  test("takes over a run that continued and one that ended while the platform was not running", async ({
    schedules: { clock, executor, world, addBot, ended, launched },
  }) => {
    const { bot_id: id } = await addBot();
    await clock.pass(40_000);
    await launched(1);
    const first = executor.last;
    await world.engine.stop({ stopBots: false });
    first.print("said meanwhile");
    await world.restart();
    await world.run(first.spec.run?.id ?? "", ({ status }) => status === "running");
    await world.engine.stop({ stopBots: false });
    first.report({ status: "success", message: "ok" });
    first.end();
    await world.restart();
    const [run] = await ended(id, 1);
    expect(run).toMatchObject({ status: "success", result: { message: "ok" } });
    const said = world.events.filter((e) => e.channel === "logs" && e.record.message === "said meanwhile");
    expect(said).toHaveLength(1);
    expect(executor.launches).toHaveLength(1);
  });
});
