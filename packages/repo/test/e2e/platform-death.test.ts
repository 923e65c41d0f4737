import { afterAll, beforeAll, expect, test } from "vitest";
import { TestPlatform, until } from "../../src/drive/platform.ts";

/** Prints its process id at the start, then a running number every 5 ms. */
const writer = `
import { writeSync } from "node:fs";
writeSync(1, JSON.stringify({ level: "info", message: "born", pid: process.pid }) + "\\n");
let n = 0;
const print = () => {
  n += 1;
  writeSync(1, JSON.stringify({ level: "info", message: "line", n }) + "\\n");
  if (n % 10 === 0) writeSync(1, JSON.stringify({ _metric: "count", timestamp: new Date().toISOString(), data: { n } }) + "\\n");
};
setInterval(print, 5);
`;

const ticker = `
import { writeSync } from "node:fs";
writeSync(1, JSON.stringify({ level: "info", message: "tick", run: process.env.RUN_ID, at: process.env.SCHEDULED_AT }) + "\\n");
`;

const platform = new TestPlatform();
const kills = process.env.BOTYARD_THOROUGH === "1" ? 100 : 5;
const bots: string[] = [];

beforeAll(async () => {
  await platform.start();
  await platform.upload({ name: "writer", type: "realtime", bot: writer });
  await platform.upload({ name: "ticker", type: "scheduled", bot: ticker });
  for (let n = 0; n < 10; n++)
    bots.push(await platform.create({ name: `writer-${n}`, type: "realtime/writer" }));
  await Promise.all(bots.map((bot) => platform.waitFor(bot, "running")));
});

afterAll(() => platform.close());

interface Line {
  seq: number;
  stream: string;
  message: string;
  fields?: { n?: number; pid?: number; run?: string };
}

async function allLines(bot: string): Promise<Line[]> {
  const lines: Line[] = [];
  for (;;) {
    const after = lines.at(-1)?.seq ?? 0;
    const { items } = await platform.get<{ items: Line[] }>(`/bots/${bot}/logs?after=${after}&limit=1000`);
    if (items.length === 0) return lines;
    lines.push(...items);
  }
}

test("A platform that is killed repeatedly loses no output, stores none twice and interrupts no bot", {
  timeout: 300_000 + kills * 30_000,
}, async () => {
  const scheduled = await platform.create({
    name: "ticker",
    type: "scheduled/ticker",
    schedule: "* * * * *",
  });
  for (let kill = 0; kill < kills; kill++) {
    // The time of the kill is random on purpose.
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 400));
    await platform.end("SIGKILL");
    await platform.start();
  }
  for (const bot of bots) {
    await platform.waitFor(bot, "running");
    const { restarts } = await platform.get<{ restarts: number }>(`/bots/${bot}`);
    expect(restarts, "a bot was interrupted").toBe(0);
    await platform.call("POST", `/bots/${bot}/stop`);
  }
  await Promise.all(bots.map((bot) => platform.waitFor(bot, "stopped")));

  for (const bot of bots) {
    // The end of its output may be stored after the bot is reported as stopped.
    const { lines, items } = await until(async () => {
      const lines = await allLines(bot);
      const { items } = await platform.get<{ items: { data: { n: number } }[] }>(
        `/bots/${bot}/metrics?max_points=10000`,
      );
      const printed = lines.filter(({ message }) => message === "line").length;
      // The bot may be stopped between a tenth line and its metric.
      const owed = [Math.floor(printed / 10), Math.ceil(printed / 10) - 1];
      return owed.includes(items.length) && { lines, items };
    });
    expect(lines.map((line) => line.seq)).toEqual(lines.map((_, index) => index + 1));
    const own = lines.filter((line) => line.stream === "stdout");
    expect(own.filter((line) => line.message === "born")).toHaveLength(1);
    const numbers = own.filter((line) => line.message === "line").map((line) => line.fields?.n);
    expect(numbers.length).toBeGreaterThan(100);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    expect(items.map(({ data }) => data.n)).toEqual(items.map((_, index) => (index + 1) * 10));
  }

  const { items: runs } = await platform.get<{ items: { tick?: string; id: string }[] }>(
    `/bots/${scheduled}/runs`,
  );
  const ticks = runs.map((run) => run.tick);
  expect(new Set(ticks).size).toBe(ticks.length);
  const ran = (await allLines(scheduled))
    .filter((line) => line.message === "tick")
    .map((line) => line.fields?.run);
  expect(new Set(ran).size, "a tick ran twice").toBe(ran.length);
});

test("A run whose platform is killed still has its own exit code", async () => {
  const sleeper = `setTimeout(() => process.exit(7), 1500);`;
  await platform.upload({ name: "sleeper", type: "scheduled", bot: sleeper });
  const bot = await platform.create({ name: "sleeper", type: "scheduled/sleeper", schedule: "0 0 1 1 *" });
  const { json } = await platform.call("POST", `/bots/${bot}/run`);
  await until(async () => (await platform.get<{ status: string }>(`/runs/${json.id}`)).status === "running");
  await platform.end("SIGKILL");
  await platform.start();
  const run = await until(async () => {
    const found = await platform.get<{ status: string; exit_code?: number }>(`/runs/${json.id}`);
    return found.status !== "running" && found;
  });
  expect(run).toMatchObject({ status: "error", exit_code: 7 });
});
