import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { botIn, type Ended, examples, type Json, type Metric, realtimeBots, startFeed } from "./bots.ts";

type Look = {
  at: string;
  closes?: number;
  first: string;
  date: string;
  price: Json;
  sma: Json;
  signals: Json[];
};
type Life = { settings: Json; looks: Look[]; status: Json; signals: { signals: Json[] }; performance: Json };

const fixture = (name: string) =>
  JSON.parse(readFileSync(join(examples, "expected", "fixtures", name), "utf8"));
const lives = fixture("looks.json") as Record<string, Life>;

/** The metrics of a history. The fixture has the dates as times, as if the feed sent none. */
const metricsOf = (name: string, timeOf = (date: string) => date): Metric[] =>
  (fixture("metrics.json") as Record<string, [string, Json][]>)[name]!.map(([type, data]) => ({
    type,
    data: { ...data, time: timeOf(data.time as string) },
  }));

type Moments = { settings: Json; looks: { at: string }[] };

/** Runs the scheduled bot once for each look. */
async function liveInRuns({ settings, looks }: Moments, publishedAt?: (day: string) => string) {
  const feed = await startFeed("", publishedAt);
  const bot = botIn("crossover-node", settings, feed.url);
  const runs: Ended[] = [];
  for (const { at } of looks) {
    feed.now = at;
    runs.push(await bot.run());
  }
  return { bot, runs, metrics: runs.flatMap(({ metrics }) => metrics) };
}

/** Starts the realtime bot. The feed advances by one look at each request, and refuses requests after the last one. */
async function liveInOneProcess(
  folder: string,
  { settings, looks }: Moments,
  { stateDir, publishedAt }: { stateDir?: string; publishedAt?: (day: string) => string } = {},
) {
  const feed = await startFeed("", publishedAt);
  const moments = looks.map(({ at }) => at);
  feed.asked = () => {
    if (moments.length === 0) feed.wait = 60;
    feed.now = moments.shift() ?? "";
  };
  const bot = botIn(folder, { ...settings, update_interval_ms: 1 }, feed.url, stateDir);
  const started = bot.start();
  await started.says("refused: 429");
  return { bot, ...(await started.stop()) };
}

const recordOf = (bot: { stateDir: string }) =>
  JSON.parse(readFileSync(join(bot.stateDir, "crossover.json"), "utf8")) as Json;

// Starts about thirty processes, which takes long on a busy machine.
describe("the same history in all languages", { timeout: 300_000 }, () => {
  test("has the expected metrics, the same state and the same answers", async () => {
    const life = lives["twelve looks"]!;
    const publishedAt = (day: string) => `${day}T20:00:00.000Z`;
    const processes = (folder: string) => liveInOneProcess(folder, life, { publishedAt });
    const [node, ...others] = await Promise.all([
      liveInRuns(life, publishedAt),
      ...realtimeBots.map(processes),
    ]);
    const metrics = metricsOf("twelve looks", publishedAt);
    expect(node.metrics).toEqual(metrics);
    expect(recordOf(node.bot)).toMatchObject({ format: 1, observations: 67 });
    for (const other of others) {
      expect(other.metrics).toEqual(metrics);
      expect(other.code).toBe(0);
      expect(recordOf(other.bot)).toEqual(recordOf(node.bot));
    }

    const ok = (data: unknown) => ({ status: "ok", data });
    const newest = { ...life.signals, signals: life.signals.signals.slice(0, 3) };
    for (const [index, { bot }] of [node, ...others].entries()) {
      const answers = await Promise.all([
        bot.query("/status"),
        bot.query("/performance"),
        bot.query("/signals"),
        bot.query("/signals", { limit: "3" }),
        bot.query("/signals", { limit: "three" }),
      ]);
      expect(answers.slice(0, 4)).toEqual([life.status, life.performance, life.signals, newest].map(ok));
      // aeson sorts the keys of an object; all other languages keep their order.
      if (realtimeBots[index - 1] !== "crossover-haskell")
        expect(JSON.stringify(answers[0])).toBe(JSON.stringify(ok(life.status)));
      expect(answers[4]).toMatchObject({ code: "query.invalid_param" });
    }
  });

  test("can begin in one language and continue in the others", async () => {
    const name = "the same day twice, week-ends, and a day back";
    const life = lives[name]!;
    const node = await liveInRuns({ ...life, looks: life.looks.slice(0, 5) });
    const { stateDir } = node.bot;
    const metrics = [...node.metrics];
    for (const [index, folder] of realtimeBots.entries()) {
      const last = index === realtimeBots.length - 1;
      const looks = life.looks.slice(5 + index, last ? undefined : 6 + index);
      const next = await liveInOneProcess(folder, { ...life, looks }, { stateDir });
      metrics.push(...next.metrics);
      if (last)
        expect(await next.bot.query("/performance")).toEqual({ status: "ok", data: life.performance });
    }
    expect(metrics).toEqual(metricsOf(name));
    expect(await node.bot.query("/status")).toEqual({ status: "ok", data: life.status });
  });

  test("has no metric, no state and no signal while there is too little history", async () => {
    const life = lives["not enough history at all"]!;
    const short = { ...life, looks: life.looks.slice(-2) };
    const processes = (folder: string) => liveInOneProcess(folder, short);
    const [node, ...others] = await Promise.all([liveInRuns(short), ...realtimeBots.map(processes)]);
    const message = "too little history: 16 of 20 closes";
    expect(node.runs.at(-1)).toMatchObject({ code: 0, result: { status: "success", message } });
    for (const { logs } of others) expect(logs[1]).toMatchObject({ level: "info", message });
    for (const { bot, metrics } of [node, ...others]) {
      expect(metrics).toEqual([]);
      expect(() => recordOf(bot)).toThrow("ENOENT");
      expect(await bot.query("/status")).toEqual({ status: "ok", data: life.status });
    }
  });

  test("begins afresh with other settings, and emits nothing older than before", async () => {
    const life = (symbol: string, at: string) => ({ settings: { symbol }, looks: [{ at }] });
    const before = await liveInRuns(life("AAPL", "2010-05-03"));
    const other = botIn("crossover-node", { symbol: "IBM" }, "", before.bot.stateDir);
    expect(await other.query("/status")).toMatchObject({ data: { symbol: "IBM", observations: 0 } });
    for (const [index, folder] of realtimeBots.entries()) {
      const symbol = index % 2 === 0 ? "IBM" : "AAPL";
      const { bot, metrics } = await liveInOneProcess(folder, life(symbol, "2010-05-04"), before.bot);
      const date = "2010-05-04";
      expect(metrics.map(({ type, data }) => [type, data.symbol, data.time])).toEqual([
        ["price", symbol, date],
        ["sma", symbol, date],
      ]);
      expect(recordOf(bot)).toMatchObject({ symbol, observations: 1 });
    }
  });
});

test("a scheduled run reports its prices and signals", async () => {
  const life = lives["the examples of crossover.md, with pauses"]!;
  const { runs } = await liveInRuns(life);
  expect(runs.map(({ result }) => result?.message)).toEqual([
    "AAPL on 2010-06-01: no signal",
    "AAPL on 2010-06-29: BUY on 2010-06-15",
    "AAPL on 2010-06-30: no signal",
    "AAPL on 2010-08-31: SELL on 2010-08-12",
    "AAPL on 2010-09-10: BUY on 2010-09-03",
  ]);
  for (const [index, run] of runs.entries()) {
    const { at: _, first: __, ...data } = life.looks[index]!;
    expect(run).toMatchObject({ code: 0, result: { status: "success", data }, logs: [] });
  }
});
