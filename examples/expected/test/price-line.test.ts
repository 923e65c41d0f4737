import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, onTestFinished, test } from "vitest";
import { botIn, examples, type Json, type Metric, realtimeBots } from "./bots.ts";

/** Starts the program of the feed, as `npm start` does, with a faster clock. */
async function startReplay(daySeconds: string): Promise<string> {
  const main = join(examples, "price-feed", "src", "main.ts");
  const child = spawn(process.execPath, [main, "--port", "0", "--day-seconds", daySeconds], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [line] = await once(createInterface(child.stdout), "line");
  return (JSON.parse(line) as { url: string }).url;
}

const dataOf = (metrics: Metric[], wanted: string): Json[] =>
  metrics.filter(({ type }) => type === wanted).map(({ data }) => data);

/** Checks that a chart which places each metric at the time in its data shows every signal on the price line. */
function expectOnTheLine(metrics: Metric[]) {
  const [prices, averages, signals] = ["price", "sma", "signal"].map((type) => dataOf(metrics, type));
  const line = new Map(prices!.map(({ time, value }) => [time, value]));
  expect(signals!.length).toBeGreaterThan(0);
  for (const { time, price } of signals!) expect(line.get(time), String(time)).toBe(price);
  expect(averages!.map(({ time }) => time)).toEqual(prices!.map(({ time }) => time));
  const times = prices!.map(({ time }) => Date.parse(time as string));
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  // The first look alone fills a chart.
  expect(line.size).toBeGreaterThan(300);
}

// A lap lasts three minutes; a look in which it ends has no history and no signal, and the next have.
describe("every signal is on the price line", { timeout: 300_000 }, () => {
  test.each(realtimeBots)("of %s", async (folder) => {
    const url = await startReplay("0.1");
    const bot = botIn(folder, { symbol: "IBM", update_interval_ms: 1500 }, url).start();
    await bot.says('"confidence"');
    expectOnTheLine((await bot.stop()).metrics);
  });

  test("of crossover-node", async () => {
    const bot = botIn("crossover-node", { symbol: "IBM" }, await startReplay("0.1"));
    const metrics: Metric[] = [];
    while (dataOf(metrics, "signal").length === 0) metrics.push(...(await bot.run()).metrics);
    expectOnTheLine(metrics);
  });
});
