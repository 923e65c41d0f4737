import { spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { newId } from "../../src/model/ids.ts";
import { listLogs } from "../../src/store/sql/logs.ts";
import { metricsAfter } from "../../src/store/sql/metrics.ts";
import { openWorld } from "../engine/world.ts";

const writing = `
let n = 0;
const self = Math.random();
setInterval(() => {
  for (let i = 0; i < 5; i++) {
    n++;
    console.log(n % 2 ? "line " + n : JSON.stringify({ level: "info", message: "line " + n, self }));
    console.error(JSON.stringify({ _metric: "n", n }));
  }
}, 10);
process.on("SIGTERM", () => { console.log("last " + n); process.exit(0); });
`;

/** Runs a platform process on the folder, and kills it once `life` has resolved. */
function liveAndDie(dataDir: string, life: () => Promise<unknown>): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = join(import.meta.dirname, "../engine/platform-process.ts");
    const platform = spawn(process.execPath, [script, dataDir], { stdio: ["ignore", "pipe", "inherit"] });
    platform.once("error", reject);
    platform.stdout.once("data", () => {
      void life()
        .catch(reject)
        .finally(() => platform.kill("SIGKILL"));
    });
    platform.once("exit", (_code, signal) =>
      signal === "SIGKILL" ? resolve() : reject(new Error("The platform process ended by itself.")),
    );
  });
}

test("killing the platform at any moment neither interrupts bots nor loses or duplicates lines and metrics", async () => {
  const world = await openWorld();
  try {
    await world.addPackage({ files: { "bot.mjs": writing }, entrypoints: { bot: "bot.mjs" } });
    const ids: string[] = [];
    for (let at = 0; at < 3; at++) ids.push((await world.addBot({ custom_bot: "probe" })).bot_id);
    for (const id of ids) await world.status(id, "running");
    await world.restart({
      meanwhile: async () => {
        for (let death = 0; death < 6; death++)
          await liveAndDie(world.dataDir, () => delay(Math.random() * 250));
      },
    });
    for (const id of ids) {
      await world.ask(id, { desired: "stopped" });
      await world.status(id, "stopped");
      const over = await world.event(
        (event) =>
          event.channel === "logs" && event.bot_id === id && event.record.message.startsWith("last "),
      );
      const written = Number(over.channel === "logs" && over.record.message.slice("last ".length));
      expect(written).toBeGreaterThan(300);
      await world.event(
        (event) => event.channel === "metrics" && event.bot_id === id && event.record.data.n === written,
      );
      const lines = (await listLogs(world.store, id, { limit: 100_000 })).items.filter(
        ({ stream }) => stream === "stdout",
      );
      const expected = Array.from({ length: written }, (_, at) => `line ${at + 1}`);
      expect(lines.map(({ message }) => message)).toEqual([...expected, `last ${written}`]);
      expect(new Set(lines.map(({ fields }) => fields?.self).filter(Boolean)).size).toBe(1);
      const metrics = await metricsAfter(world.store, id, 0, { limit: 100_000 });
      expect(metrics.map(({ data }) => data.n)).toEqual(expected.map((_, at) => at + 1));
      expect(metrics.map(({ seq }) => seq)).toEqual(expected.map((_, at) => at + 1));
      const all = (await listLogs(world.store, id, { limit: 100_000 })).items;
      expect(all.map(({ seq }) => seq)).toEqual(all.map((_, at) => at + 1));
    }
  } finally {
    await world.close();
  }
}, 300_000);

/** Says in its state what happens to it, and ends once its state tells it to. */
const mortal = `
import { appendFileSync, existsSync, rmSync } from "node:fs";
const inState = (name) => process.env.STATE_DIR + "/" + name;
const say = (word) => appendFileSync(inState("said"), word + "\\n");
process.on("SIGTERM", () => { say("stopped"); process.exit(0); });
say("started");
setInterval(() => {
  if (!existsSync(inState("end"))) return;
  rmSync(inState("end"));
  console.log("last words");
  say("ended");
  process.exit(3);
}, 10);
`;

test.each([
  ["", 0],
  [" after the clock was set back", 3_600_000],
])(
  "a bot that is started again before its output is stored survives the death of the platform%s",
  async (_, ahead) => {
    // No later id of this process is lower, but those of the platform process below are.
    newId("launch", Date.now() + ahead);
    const world = await openWorld();
    try {
      await world.addPackage({ files: { "bot.mjs": mortal }, entrypoints: { bot: "bot.mjs" } });
      const { bot_id: id } = await world.addBot({ custom_bot: "probe" });
      await world.status(id, "running");
      const [state, launches] = ["state", "launches"].map((name) => join(world.dataDir, "bots", id, name));
      const said = () => {
        const file = join(state!, "said");
        return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
      };
      const has = (...words: string[]) =>
        world.until(words.join(), () => said().join() === words.join() || undefined);
      await has("started");
      const [first = ""] = readdirSync(launches!);
      await world.restart({
        async meanwhile() {
          // A platform that cannot read the output of the first process cannot store it.
          const output = join(launches!, first, "stdout");
          renameSync(output, `${output}.away`);
          mkdirSync(output);
          await liveAndDie(world.dataDir, async () => {
            writeFileSync(join(state!, "end"), "");
            await has("started", "ended", "started");
          });
          rmdirSync(output);
          renameSync(`${output}.away`, output);
        },
      });
      await world.until(
        "the removal of the first launch",
        () => !readdirSync(launches!).includes(first) || undefined,
      );
      expect(said()).toEqual(["started", "ended", "started"]);
      await world.ask(id, { desired: "stopped" });
      await world.status(id, "stopped");
      expect(said()).toEqual(["started", "ended", "started", "stopped"]);
      const log = (message: string) =>
        world.event(
          (event) => event.channel === "logs" && event.bot_id === id && event.record.message === message,
        );
      await log("last words");
      await log("The process exited with code 3.");
    } finally {
      await world.close();
    }
  },
);
