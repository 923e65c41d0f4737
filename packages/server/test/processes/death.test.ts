import { spawn } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
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

/** Runs a platform process on the folder for some time, then kills it. */
function liveAndDie(dataDir: string, ms: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = join(import.meta.dirname, "../engine/platform-process.ts");
    const platform = spawn(process.execPath, [script, dataDir], { stdio: ["ignore", "pipe", "inherit"] });
    platform.once("error", reject);
    platform.stdout.once("data", () => setTimeout(() => platform.kill("SIGKILL"), ms));
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
        for (let death = 0; death < 6; death++) await liveAndDie(world.dataDir, Math.random() * 250);
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
