import { describe, expect } from "vitest";
import { tickRunId } from "../../src/model/ids.ts";
import type { LogRecord } from "../../src/model/model.ts";
import { listRuns } from "../../src/store/sql/runs.ts";
import { supervisedBot } from "../../src/store/sql/supervision.ts";
import { test } from "./schedules.ts";

describe("a scheduled bot", () => {
  test("runs once at each of five ticks, with the run id and the time of the tick", async ({
    schedules: { clock, executor, world, addBot, runsOf, ended, minutes },
  }) => {
    executor.onLaunch = (launch) => launch.end();
    const { bot_id: id } = await addBot();
    await clock.pass(30_000);
    await ended(id, 1);
    await minutes(id, 4);
    expect(await runsOf(id)).toEqual(
      ["10:01", "10:02", "10:03", "10:04", "10:05"].map((tick) => `${tick} success`),
    );
    const told = executor.launches.map(({ spec }) => spec.run?.scheduledAt);
    expect(told).toEqual([1, 2, 3, 4, 5].map((minute) => `2027-01-05T10:0${minute}:00.000Z`));
    const runs = (await listRuns(world.store, id, { limit: 10 })).items;
    expect(runs.map((run) => run.started_at)).toEqual(runs.map((run) => run.tick));
    expect(runs.map((run) => run.id)).toEqual(runs.map((run) => tickRunId(id, new Date(run.tick ?? ""))));
    expect(new Set(runs.map((run) => run.id))).toEqual(
      new Set(executor.launches.map(({ spec }) => spec.run?.id)),
    );
    // Each belongs to a trace of its own.
    const traces = executor.launches.map(({ spec }) => spec.trace?.traceparent);
    expect(new Set(traces).size).toBe(5);
    expect(runs.map(({ traceparent }) => traceparent).toSorted()).toEqual(traces.toSorted());
    for (const { traceparent, trace_id } of runs) expect(traceparent).toMatch(`00-${trace_id}-`);
  });

  test("skips a tick while the previous run has not ended, and records that", async ({
    schedules: { clock, executor, world, addBot, runsOf, ended, launched, minutes },
  }) => {
    const { bot_id: id } = await addBot();
    await clock.pass(60_000);
    await launched(1);
    await clock.pass(60_000);
    await ended(id, 1);
    expect(await runsOf(id)).toEqual(["10:01 running", "10:02 skipped"]);
    const found = (await listRuns(world.store, id, { limit: 10 })).items;
    expect(found.map(({ status, trace_id }) => [status, trace_id !== undefined]).toSorted()).toEqual([
      ["running", true],
      ["skipped", false],
    ]);
    executor.last.end();
    await ended(id, 2);
    executor.onLaunch = (launch) => launch.end();
    await minutes(id, 1);
    expect(await runsOf(id)).toEqual(["10:01 success", "10:02 skipped", "10:03 success"]);
  });

  test("is stopped with SIGTERM, then SIGKILL, when its run times out", async ({
    schedules: { clock, executor, world, addBot, ended, launched },
  }) => {
    const { bot_id: id } = await addBot({ schedule: "0 * * * *", timeout_seconds: 60 });
    await clock.pass(59 * 60_000 + 30_000);
    await launched(1);
    await world.run(executor.last.spec.run?.id ?? "", ({ status }) => status === "running");
    executor.last.obeys = false;
    await clock.pass(59_000);
    expect(executor.last.signals).toEqual([]);
    await clock.pass(1_000);
    await world.until("SIGTERM", () => executor.last.signals[0]);
    expect(executor.last.signals).toEqual(["SIGTERM"]);
    await clock.pass(world.settings.stopGraceMs);
    expect(executor.last.signals).toEqual(["SIGTERM", "SIGKILL"]);
    const [run] = await ended(id, 1);
    expect(run).toMatchObject({
      status: "timed_out",
      signal: "SIGKILL",
      detail: "The run exceeded its time limit of 60 seconds (timeout_seconds).",
    });
    const { message, level, run_id } = world.events.findLast(({ channel }) => channel === "logs")!
      .record as LogRecord;
    expect({ message, level, run_id }).toEqual({
      message:
        "Run ended. The run exceeded its time limit of 60 seconds (timeout_seconds). The process was terminated by SIGKILL, or exited with code 137.",
      level: "error",
      run_id: run!.id,
    });
  });

  test("shows a run that has left no result, metric or log line as such, and no other", async ({
    schedules: { clock, executor, addBot, ended, minutes },
  }) => {
    const { bot_id: id } = await addBot();
    executor.onLaunch = (launch) => launch.end();
    await clock.pass(60_000);
    await ended(id, 1);
    executor.onLaunch = (launch) => {
      launch.print("looked");
      launch.end();
    };
    await minutes(id, 1);
    executor.onLaunch = (launch) => {
      launch.report({ status: "success" });
      launch.end();
    };
    await minutes(id, 1);
    const runs = await ended(id, 3);
    const details = runs.toSorted((a, b) => (a.tick! < b.tick! ? -1 : 1)).map(({ detail }) => detail);
    expect(details).toEqual([
      expect.stringContaining("left no result, metric or log line"),
      undefined,
      undefined,
    ]);
  });

  test("stores the result, exit code and lines of a run before the run is shown as finished", async ({
    schedules: { clock, executor, world, addBot, ended },
  }) => {
    executor.onLaunch = (launch) => {
      launch.print("one", "two");
      launch.report({ status: "success", message: "done", data: { n: 1 } });
      launch.end();
    };
    const { bot_id: id } = await addBot();
    await clock.pass(40_000);
    const [run] = await ended(id, 1);
    expect(run).toMatchObject({
      status: "success",
      exit_code: 0,
      result: { message: "done", data: { n: 1 } },
    });
    expect(run?.logs).toEqual({ from: 1, to: 4 });
    const messages = world.events.flatMap((event) =>
      event.channel === "logs" ? [event.record.message] : [],
    );
    expect(messages).toEqual([
      "Run started: version 1.0.0.",
      "one",
      "two",
      "Run ended. The process exited with code 0.",
    ]);
  });

  test("fails a run that exits with a code other than 0 or reports an error; a run with unknown exit status is lost", async ({
    schedules: { executor, addBot, runsOf, minutes },
  }) => {
    const ends = [{ code: 3 }, { code: 0 }, {}];
    executor.onLaunch = (launch) => {
      if (executor.launches.length === 2) launch.report({ status: "error", message: "no" });
      launch.end(ends[executor.launches.length - 1]);
    };
    const { bot_id: id } = await addBot();
    await minutes(id, 3);
    expect(await runsOf(id)).toEqual(["10:01 error", "10:02 error", "10:03 lost"]);
  });

  test("runs by hand at once, queues a second such run behind it, and cancels either", async ({
    schedules: { executor, world, addBot, launched },
  }) => {
    const bot = await addBot({ schedule: "0 0 1 1 *" });
    const first = await world.engine.runNow(bot);
    const second = await world.engine.runNow(bot);
    const third = await world.engine.runNow(bot);
    await launched(1);
    expect(executor.alive.map(({ spec }) => spec.run?.id)).toEqual([first.id]);
    await world.until("two waiting runs", () => world.engine.waiting() === 2 || undefined);
    expect((await world.engine.cancelRun(second.id))?.status).toBe("canceled");
    expect(executor.alive.map(({ spec }) => spec.run?.id)).toEqual([first.id]);
    await world.engine.cancelRun(first.id);
    await world.run(first.id, ({ status }) => status === "canceled");
    await launched(2);
    expect(executor.alive.map(({ spec }) => spec.run?.id)).toEqual([third.id]);
    executor.last.end();
    await world.run(third.id, ({ status }) => status === "success");
    expect(await world.engine.cancelRun(third.id)).toBeUndefined();
  });

  test("cancels its run when it is stopped or deleted, and starts no other", async ({
    schedules: { clock, executor, world, addBot, runsOf, launched },
  }) => {
    const { bot_id: id } = await addBot();
    await clock.pass(40_000);
    await launched(1);
    await world.ask(id, { desired: "stopped" });
    await world.status(id, "stopped");
    expect(await runsOf(id)).toEqual(["10:01 canceled"]);
    await clock.pass(5 * 60_000);
    expect(executor.launches).toHaveLength(1);
    await world.ask(id, { desired: "deleted" });
    await world.event((event) => event.channel === "status" && event.record.status === "deleted");
  });

  test("uses a new schedule from now on and records no earlier tick of it as missed", async ({
    schedules: { clock, executor, world, addBot, runsOf, ended },
  }) => {
    executor.onLaunch = (launch) => launch.end();
    const { bot_id: id } = await addBot({ schedule: "0 * * * *" });
    await clock.pass(30 * 60_000);
    await world.patch(id, { schedule: "*/20 * * * *" });
    await world.until("the new schedule", async () => {
      const row = await supervisedBot(world.store, id);
      return row?.settledUntil?.includes("10:30") || undefined;
    });
    await clock.pass(10 * 60_000);
    await ended(id, 1);
    expect(await runsOf(id)).toEqual(["10:40 success"]);
  });
});

test("sixty bots with ticks in the same second all run once, four of them starting at a time", async ({
  schedules: { clock, executor, world, ended },
}) => {
  let starting = 0;
  let most = 0;
  const launch = executor.launch.bind(executor);
  executor.launch = async (spec) => {
    most = Math.max(most, ++starting);
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    starting--;
    return launch(spec);
  };
  executor.onLaunch = (started) => started.end();
  const ids: string[] = [];
  for (let at = 0; at < 60; at++) {
    const bot = await world.addBot({ custom_bot: "probe", model: "scheduled", schedule: "5 10 * * *" });
    ids.push(bot.bot_id);
  }
  await world.status(ids.at(-1) ?? "", "idle");
  await clock.pass(0);
  await clock.pass(5 * 60_000);
  for (const id of ids) expect((await ended(id, 1)).map(({ status }) => status)).toEqual(["success"]);
  expect(executor.launches).toHaveLength(60);
  expect(most).toBe(4);
});
