import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadMarket } from "../../price-feed/src/market.ts";
import { botIn, examples, type Json, realtimeBots, startFeed } from "./bots.ts";

/** All crossings of one stock, computed by crossings.py: date, type and price of each. */
type History = {
  symbol: string;
  short_period: number;
  long_period: number;
  since: string;
  signals: [string, string, number][];
};

const file = join(examples, "expected", "fixtures", "signals.json");
const histories = (JSON.parse(readFileSync(file, "utf8")) as History[]).filter(
  ({ short_period }) => short_period === 5,
);
const market = loadMarket(join(examples, "price-feed", "data"));

/** Returns the days on which a bot looks: the first with a long average, the last, and others with `steps` closes between them. */
function moments({ symbol, long_period }: History, steps: number[]): string[] {
  const dates = market.get(symbol)!.map(({ date }) => date);
  const found: string[] = [];
  for (let known = long_period, look = 0; known < dates.length; known += steps[look++ % steps.length]!)
    found.push(dates[known - 1]!);
  return [...found, dates.at(-1)!];
}

const settingsOf = ({ signals: _, since: __, ...settings }: History): Json => settings;
const dated = ({ date, type, price }: Json) => [date, type, price];

/** Checks the final answers of /signals and /status: the newest hundred signals with their dates, and their total number. */
async function expectAnswers(bot: ReturnType<typeof botIn>, { signals, since }: History) {
  const [answer, status] = await Promise.all([bot.query("/signals", { limit: 100 }), bot.query("/status")]);
  const { data } = answer as { data: { signals: Json[]; total: number } };
  expect(data.total).toBe(signals.length);
  expect(data.signals.map(dated).reverse()).toEqual(signals.slice(-100));
  expect(status).toMatchObject({ data: { since, date: "2013-03-01" } });
}

/** Runs the scheduled bot once for each moment. */
async function inRuns(history: History) {
  const feed = await startFeed("");
  const bot = botIn("crossover-node", settingsOf(history), feed.url);
  const shown: unknown[] = [];
  for (const moment of moments(history, [300, 299, 1, 300, 300, 150])) {
    feed.now = moment;
    const { result, metrics } = await bot.run();
    expect(result).toHaveProperty("data.signals");
    const { signals } = result!.data as { signals: Json[] };
    expect(metrics.filter(({ type }) => type === "signal").map(({ data }) => data)).toEqual(
      signals.map(({ date, ...signal }) => ({ ...signal, time: date })),
    );
    shown.push(...signals.map(dated));
  }
  expect(shown).toEqual(history.signals);
  await expectAnswers(bot, history);
}

/** Runs one process of the realtime bot, which looks once for each moment. */
async function inOneProcess(folder: string, history: History, steps: number[]) {
  const feed = await startFeed("");
  const left = moments(history, steps);
  feed.asked = () => {
    if (left.length === 0) feed.wait = 60;
    feed.now = left.shift() ?? "";
  };
  const bot = botIn(folder, { ...settingsOf(history), update_interval_ms: 1 }, feed.url);
  const started = bot.start();
  await started.says("refused: 429");
  const { metrics } = await started.stop();
  const shown = metrics.filter(({ type }) => type === "signal").map(({ data }) => data);
  expect(shown.map(({ time, type, price }) => [time, type, price])).toEqual(history.signals);
  await expectAnswers(bot, history);
}

// Real processes with a real feed, for all years of all stocks.
describe("the signals of thirteen years match those computed from the closes", () => {
  test("in runs with pauses of up to 300 closes", async () => {
    await Promise.all(histories.map(inRuns));
  });

  test.each(realtimeBots)("in one process of %s, with pauses between the looks", async (folder) => {
    await Promise.all(histories.map((history) => inOneProcess(folder, history, [1, 2, 13, 1, 40])));
  });

  test.each(realtimeBots)("in one process of %s that looks every day", async (folder) => {
    await inOneProcess(folder, histories.find(({ symbol }) => symbol === "GOOG")!, [1]);
  });
});
