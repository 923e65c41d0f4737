import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { listLogs } from "../../src/store/sql/logs.ts";
import { openProbes } from "../engine/probes.ts";
import { openWorld, type World } from "../engine/world.ts";
import { execute, opened } from "../store/opened.ts";

let world: World;
beforeEach(async () => {
  world = await openWorld();
  const query = "setInterval(() => {}, 1000);";
  await world.addPackage({
    files: { "bot.mjs": living, "query.mjs": query },
    entrypoints: { bot: "bot.mjs", query: "query.mjs" },
  });
  const files = { "bot.mjs": living };
  await world.addPackage({ name: "timed", model: "scheduled", files, entrypoints: { bot: "bot.mjs" } });
});
afterEach(() => world.close());

/** Says in its state when it begins and when it was asked to end. */
const living = `
import { appendFileSync } from "node:fs";
const say = (word) => appendFileSync(process.env.STATE_DIR + "/said", word + "\\n");
process.on("SIGTERM", () => { say("asked to end"); process.exit(0); });
say("born");
setInterval(() => {}, 1000);
`;

const folderOf = (id: string) => join(world.dataDir, "bots", id);
const said = (id: string) => {
  try {
    return readFileSync(join(folderOf(id), "state", "said"), "utf8")
      .trim()
      .split("\n");
  } catch {
    return [];
  }
};
const births = (id: string) => said(id).filter((word) => word === "born").length;
const born = (id: string, times = 1) =>
  world.until(`birth ${times}`, () => births(id) === times || undefined);

async function running(): Promise<string> {
  const { bot_id: id } = await world.addBot({ custom_bot: "probe" });
  await world.status(id, "running");
  await born(id);
  await world.until("its query process", () => programsOf(id).length === 2 || undefined);
  return id;
}

/** Returns the processes that run a program of this bot: without reapers, sandboxes and shells. */
function programsOf(botId: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const isNode = readFileSync(`/proc/${name}/cmdline`, "utf8").split("\0")[0]?.endsWith("node");
        return isNode && readFileSync(`/proc/${name}/environ`, "latin1").includes(`BOT_ID=${botId}\0`);
      } catch {
        return false;
      }
    })
    .map(Number);
}

const deleted = (id: string) =>
  world.event(
    (event) => event.channel === "status" && event.bot_id === id && event.record.status === "deleted",
  );
const warnings = async (id: string) =>
  (await listLogs(world.store, id, { limit: 1000 })).items
    .filter(({ level, stream }) => stream === "system" && level === "warn")
    .map(({ message }) => message);
const removeLaunches = (id: string) => rmSync(join(folderOf(id), "launches"), { recursive: true });
/** Changes the database of a platform that does not run. */
const change = async (statement: string) => {
  const store = await opened(world.dataDir);
  await execute(store, statement);
  await store.close();
};
const wasEnded = expect.stringMatching(/^Process \d+ of the bot was still running, .* so it is ended\.$/);

test("a bot whose launch folder was removed while no platform ran is ended, and started once", async () => {
  const id = await running();
  const [before] = programsOf(id);
  await world.restart({ meanwhile: async () => removeLaunches(id) });
  await world.status(id, "running");
  await born(id, 2);
  await world.until("both new processes", () => programsOf(id).length === 2 || undefined);
  expect(programsOf(id)).not.toContain(before);
  expect(said(id)).toEqual(["born", "asked to end", "born"]);
  await world.until("the log", async () => ((await warnings(id)).length === 2 ? true : undefined));
  expect(await warnings(id)).toEqual([wasEnded, wasEnded]);
  await world.ask(id, { desired: "deleted" });
  await deleted(id);
  expect(programsOf(id)).toEqual([]);
});

test("a bot whose launch is in neither the store nor a folder is ended, and started once", async () => {
  const id = await running();
  await world.restart({
    async meanwhile() {
      removeLaunches(id);
      await change("update launches set state = 'gone'");
    },
  });
  await born(id, 2);
  await world.until("both new processes", () => programsOf(id).length === 2 || undefined);
});

test("a bot that was deleted while its launch folder was gone has no process at the next start", async () => {
  const id = await running();
  await world.restart({
    async meanwhile() {
      removeLaunches(id);
      await change("update launches set state = 'gone'");
      await change("update bots set desired = 'deleted'");
    },
  });
  await deleted(id);
  expect(programsOf(id)).toEqual([]);
});

test.each(["realtime", "scheduled"] as const)(
  "a deleted %s bot leaves no process, not even one that only its mark assigns to it",
  async (model) => {
    const { bot_id: id } = await world.addBot(
      model === "realtime"
        ? { custom_bot: "probe" }
        : { custom_bot: "timed", model, schedule: "0 0 1 1 *", timezone: "UTC" },
    );
    await world.status(id, model === "realtime" ? "running" : "idle");
    const marks = { BOTYARD_LAUNCH: "launch_lost", BOTYARD_DATA_FOLDER: basename(world.dataDir) };
    const start = (env: Record<string, string>) =>
      spawn("sleep", ["1000"], { env: { PATH: process.env.PATH, ...marks, ...env }, stdio: "ignore" });
    const [lost, foreign] = [start({ BOT_ID: id }), start({ BOT_ID: id, BOTYARD_DATA_FOLDER: "another" })];
    const ended = once(lost, "exit");
    await once(foreign, "spawn");
    await world.ask(id, { desired: "deleted" });
    await deleted(id);
    expect((await ended)[1]).toBe("SIGKILL");
    expect(foreign.exitCode ?? foreign.signalCode).toBeNull();
    foreign.kill();
  },
);

test("a run whose launch folder was removed is ended and lost, and the next one starts alone", async () => {
  const { bot_id: id } = await world.addBot({
    custom_bot: "timed",
    model: "scheduled",
    schedule: "0 0 1 1 *",
  });
  await world.status(id, "idle");
  const first = await world.engine.runNow(await world.bot(id));
  const second = await world.engine.runNow(await world.bot(id));
  await born(id);
  await world.run(first.id, ({ status }) => status === "running");
  await world.restart({ meanwhile: async () => removeLaunches(id) });
  expect((await world.run(first.id, ({ status }) => status !== "running")).status).toBe("lost");
  await world.run(second.id, ({ status }) => status === "running");
  await born(id, 2);
  expect(said(id)).toEqual(["born", "asked to end", "born"]);
  expect(programsOf(id)).toHaveLength(1);
});

test("processes of another platform on the machine are left alone", async () => {
  const id = await running();
  const before = programsOf(id);
  removeLaunches(id);
  const other = await openWorld();
  await other.restart();
  await other.close();
  expect(programsOf(id)).toEqual(before);
});

test.each([
  ["cannot be found by its files", async () => undefined],
  [
    "cannot be examined",
    async () => {
      throw new Error("EMFILE: too many open files");
    },
  ],
])("a bot of an earlier version whose launch %s is ended before it is started again", async (_how, adopt) => {
  const probes = await openProbes();
  const { executor } = probes;
  const id = await probes.start();
  const before = executor.last;
  // Earlier versions did not mark processes with the data folder.
  delete before.spec.dataFolder;
  const found = executor.adopt;
  executor.adopt = adopt;
  executor.onLaunch = () => expect(before.signals, "signals before the next start").toEqual(["SIGTERM"]);
  await probes.world.restart();
  await probes.world.until("the next start", () => executor.last !== before || undefined);
  await probes.world.status(id, "running");
  expect(executor.alive).toEqual([executor.last]);
  executor.adopt = found;
  await probes.world.close();
});
