import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { droppedOf } from "../../src/store/sql/dropped.ts";
import { listLogs } from "../../src/store/sql/logs.ts";
import { metricsAfter } from "../../src/store/sql/metrics.ts";
import { LaunchError } from "../engine/fake-executor.ts";
import { openProbes, type Probes } from "../engine/probes.ts";

let { clock, executor, world, start, statuses, crash, launched } = {} as Probes;
beforeEach(async () => {
  ({ clock, executor, world, start, statuses, crash, launched } = await openProbes());
});
afterEach(() => world.close());

describe("the supervisor", () => {
  test("restarts a bot that ended at once the first time, then after one, two, four seconds", async () => {
    const id = await start();
    await crash();
    await launched(2);
    await world.status(id, "running");
    for (const [at, seconds] of [1, 2, 4].entries()) {
      await crash();
      await world.status(id, "backing_off");
      await clock.pass(seconds * 790);
      expect(executor.launches).toHaveLength(2 + at);
      await clock.pass(seconds * 420);
      await launched(3 + at);
      await world.status(id, "running");
    }
    expect(await world.bot(id)).toMatchObject({ restarts: 4 });
    expect(statuses().slice(0, 6)).toEqual([
      "pending",
      "starting",
      "running",
      "backing_off",
      "starting",
      "running",
    ]);
  });

  test("gives up after ten ends in ten minutes, and resets the back-off when the user starts the bot", async () => {
    const id = await start();
    for (let end = 1; end < 10; end++) {
      await crash();
      if (end > 1) {
        await world.status(id, "backing_off");
        await clock.pass(5 * 60_000 * 0.05 + 2 ** (end - 2) * 1200);
      }
      await launched(end + 1);
      await world.status(id, "running");
    }
    await crash();
    const bot = await world.status(id, "failed", "crash_loop");
    expect(bot.detail).toContain("exited with code 1");
    await clock.pass(60 * 60_000);
    expect(executor.launches).toHaveLength(10);
    await world.ask(id, { desired: "running", status: "pending" });
    await world.status(id, "running");
    await crash();
    await launched(12);
  });

  test("resets the back-off after the bot has run for ten minutes", async () => {
    const id = await start();
    await crash();
    await launched(2);
    await world.status(id, "running");
    await clock.pass(10 * 60_000);
    await crash();
    await launched(3);
    await world.status(id, "running");
  });

  test("continues the back-off after a restart of the platform", async () => {
    const id = await start();
    await crash();
    await launched(2);
    await world.status(id, "running");
    await crash();
    await world.status(id, "backing_off");
    await world.restart();
    await clock.pass(700);
    expect(executor.launches).toHaveLength(2);
    await clock.pass(600);
    await launched(3);
  });

  test("ends the back-off when the user restarts the bot or changes its config", async () => {
    const id = await start();
    for (const [at, correct] of [
      () => world.ask(id, { restart: true }),
      () => world.patch(id, { config: { a: 1 } }),
    ].entries()) {
      const before = executor.launches.length;
      await crash();
      await launched(before + 1);
      await world.status(id, "running");
      await crash();
      await world.status(id, "backing_off");
      await correct();
      await launched(before + 2);
      await world.status(id, "running");
      if (at === 0) await clock.pass(11 * 60_000);
    }
  });

  test("does not start a bot that is stopped during its back-off", async () => {
    const id = await start();
    await crash();
    await launched(2);
    await world.status(id, "running");
    await crash();
    await world.status(id, "backing_off");
    await world.ask(id, { desired: "stopped" });
    await world.status(id, "stopped");
    await clock.pass(60_000);
    expect(executor.launches).toHaveLength(2);
    expect(statuses().slice(-3)).toEqual(["backing_off", "stopping", "stopped"]);
  });

  test("leaves bots running when the platform stops, and takes them over without another status", async () => {
    const id = await start();
    const before = statuses();
    await world.restart();
    executor.last.print("still here");
    await world.event((event) => event.channel === "logs" && event.record.message === "still here");
    expect(executor.alive).toHaveLength(1);
    expect(statuses()).toEqual(before);
    expect((await world.bot(id)).status).toBe("running");
  });

  test("stops bots with the platform when asked to, and starts them again with it", async () => {
    const id = await start();
    await world.restart({ stopBots: true });
    await world.status(id, "running");
    expect(executor.launches.map(({ signals }) => signals)).toEqual([["SIGTERM"], []]);
    expect((await world.bot(id)).desired).toBe("running");
  });

  test("notices that a bot ended while the platform was not running", async () => {
    const id = await start();
    await world.engine.stop({ stopBots: false });
    executor.last.print("last words");
    executor.last.end({ code: 1 });
    await world.restart();
    await launched(2);
    await world.status(id, "running");
    const words = world.events.filter((e) => e.channel === "logs" && e.record.message === "last words");
    expect(words).toHaveLength(1);
  });

  test("restarts a bot that ended meanwhile only after it has ended what it cannot take over", async () => {
    const id = await start();
    await world.engine.stop({ stopBots: false });
    executor.last.end({ code: 1 });
    const before = statuses();
    const search = executor.marked.bind(executor);
    executor.marked = async (belongs) => {
      // The restart would have begun after less work than this.
      for (let times = 0; times < 50; times++) await world.bot(id);
      expect(statuses()).toEqual(before);
      return search(belongs);
    };
    await world.restart();
    await launched(2);
    await world.status(id, "running");
    expect(executor.last.signals).toEqual([]);
  });

  test("stops with SIGTERM, then SIGKILL, and removes the files of the launch", async () => {
    const id = await start();
    executor.last.obeys = false;
    await world.ask(id, { desired: "stopped" });
    await world.status(id, "stopping");
    await world.until("SIGTERM", () => executor.last.signals[0]);
    await clock.pass(world.settings.stopGraceMs);
    await world.status(id, "stopped");
    expect(executor.last.signals).toEqual(["SIGTERM", "SIGKILL"]);
    const launches = join(world.dataDir, "bots", id, "launches");
    await world.until("an empty folder", () => (readdirSync(launches).length === 0 ? true : undefined));
    expect(existsSync(executor.last.files.stdout)).toBe(false);
  });

  test("starts a new process for a new config, a new version or a restart, but not for a new name", async () => {
    const id = await start();
    await world.patch(id, { name: "renamed" });
    await world.until(
      "the new revision",
      async () => (await world.bot(id)).running_revision === 2 || undefined,
    );
    expect(executor.launches).toHaveLength(1);
    await world.patch(id, { config: { n: 2 } });
    await launched(2);
    expect(JSON.parse(executor.last.spec.config)).toEqual({ n: 2 });
    await world.status(id, "running");
    await world.ask(id, { restart: true });
    await launched(3);
    await world.status(id, "running");
    expect(statuses().slice(3)).toEqual([
      "stopping",
      "starting",
      "running",
      "stopping",
      "starting",
      "running",
    ]);
    expect((await world.bot(id)).restarts).toBe(0);
    expect(executor.alive).toHaveLength(1);
  });

  test("stops the process of a deleted bot, reports it, and never starts it again", async () => {
    const id = await start();
    await world.ask(id, { desired: "deleted" });
    await world.event((event) => event.channel === "status" && event.record.status === "deleted");
    expect(executor.alive).toHaveLength(0);
    await world.restart();
    expect(executor.launches).toHaveLength(1);
  });

  test("fails at once if another attempt cannot succeed", async () => {
    executor.refuse = new LaunchError("no_interpreter", "There is no node.");
    const { bot_id: id } = await world.addBot({ custom_bot: "probe" });
    const bot = await world.status(id, "failed", "start_error");
    expect(bot.detail).toBe("There is no node.");
    executor.refuse = undefined;
    await world.ask(id, { desired: "running", status: "pending" });
    await world.status(id, "running");
  });

  test("retries if a start may succeed later", async () => {
    executor.refuse = new LaunchError("spawn_failed", "Too many processes.");
    const { bot_id: id } = await world.addBot({ custom_bot: "probe" });
    await world.until("two attempts", () =>
      statuses().filter((s) => s === "backing_off").length > 1 ? true : undefined,
    );
    executor.refuse = undefined;
    await clock.pass(1_300);
    await world.status(id, "running");
  });

  test("limits the log of a bot that writes a lot before the hourly cleaning", async () => {
    world.settings.logRetentionBytes = 400_000;
    const { bot_id: id } = await world.addBot({ custom_bot: "probe" });
    await world.status(id, "running");
    for (let at = 0; at < 10; at++)
      executor.last.print(...Array.from({ length: 500 }, () => `${at} ${"x".repeat(300)}`));
    await world.until("a shorter log", async () => {
      const lines = (await listLogs(world.store, id, { limit: 10_000 })).items;
      return lines.length < 1_500 && lines.at(-1)?.message.startsWith("9 ") ? true : undefined;
    });
  });

  test("limits the metrics of a bot that emits a lot, and keeps the newest", async () => {
    world.settings.metricRetentionBytes = 400_000;
    const { bot_id: id } = await world.addBot({ custom_bot: "probe" });
    await world.status(id, "running");
    for (let at = 0; at < 10; at++)
      executor.last.print(
        ...Array.from({ length: 500 }, () => `{"_metric":"m","at":${at},"x":"${"x".repeat(300)}"}`),
      );
    await world.until("fewer metrics", async () => {
      const metrics = await metricsAfter(world.store, id, 0, { limit: 10_000 });
      return metrics.length < 1_500 && metrics.at(-1)?.data.at === 9 ? true : undefined;
    });
    expect(await droppedOf(world.store, id)).toEqual({ metrics: 0, log_lines: 0 });
  });

  test("fails when the package was changed on the disk", async () => {
    const folder = join(world.dataDir, "packages");
    for (const name of readdirSync(folder)) writeFileSync(join(folder, name), "something else");
    const { bot_id: id } = await world.addBot({ custom_bot: "probe" });
    await world.status(id, "failed", "package_corrupt");
    expect(executor.launches).toHaveLength(0);
  });

  test("removes temporary files of state before a bot starts", async () => {
    const bot = await world.addBot({ custom_bot: "probe", desired: "stopped", status: "stopped" });
    const state = join(world.dataDir, "bots", bot.bot_id, "state");
    mkdirSync(state, { recursive: true });
    writeFileSync(join(state, ".tmp-key-0123456789abcdef"), "half");
    writeFileSync(join(state, "key.json"), "1");
    await world.ask(bot.bot_id, { desired: "running", status: "pending" });
    await world.status(bot.bot_id, "running");
    expect(readdirSync(state)).toEqual(["key.json"]);
  });
});
