import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { command, type Deployed, signedIn } from "../../src/drive/example.ts";
import { TestPlatform, until } from "../../src/drive/platform.ts";
import { root } from "../../src/root.ts";
import { follow } from "../page.ts";
import { expectedFills } from "./recipes/crossings.ts";
import { logOf, runOnce } from "./recipes/runs.ts";
import { askExchange, FixedFeed, type Service, startExchange } from "./recipes/services.ts";
import { whyNoPackages } from "./recipes/why-no-packages.ts";

const page = "docs/how-to/run-what-you-already-have.md";
const recipes = ["ccxt-node", "ccxt-python", "freqtrade", "nautilus", "scikit-learn"];
const obstacle = await whyNoPackages();

/** pip and npm download hundreds of megabytes, which are then packed, uploaded and unpacked. */
const timeout = 1_200_000;

let platform: TestPlatform;
let exchange: Service;
let feed: FixedFeed;
/** The bots of the page by name, once it was followed. */
const bots = new Map<string, Deployed>();

beforeAll(async () => {
  if (obstacle !== undefined) return;
  platform = new TestPlatform();
  exchange = await startExchange();
  feed = await FixedFeed.start("2010-05-04");
  await platform.start([
    ...["--bot-env", `PRICE_FEED_URL=${feed.url}`],
    ...["--local-service", `price-feed=${new URL(feed.url).host}`],
    ...["--local-service", `local-exchange=${new URL(exchange.url).host}`],
  ]);
});
afterAll(async () => {
  if (obstacle !== undefined) return;
  await platform.close();
  await feed.stop();
  exchange.child.process.kill("SIGTERM");
});

test(`${page} can be followed, and deploys a bot of each kind`, { timeout }, async ({ skip }) => {
  skip(obstacle !== undefined, obstacle);
  const clone = join(platform.dir, "clone");
  for (const name of recipes) {
    const folder = join(clone, "examples", name);
    cpSync(join(root, "examples", name), folder, { recursive: true });
    // The exchange has a free port.
    const instance = join(folder, "instance.json");
    writeFileSync(instance, readFileSync(instance, "utf8").replace("http://127.0.0.1:7272", exchange.url));
  }
  const functions = () => `platform() { "${process.execPath}" "${command}" "$@"; }`;
  await follow(page, { cwd: clone, env: signedIn(platform), functions, excerpts: true });
  const { items } = await platform.get<{ items: { name: string; bot_id: string }[] }>("/bots");
  for (const { name, bot_id } of items) bots.set(name, { botId: bot_id });
  expect([...bots.keys()].sort()).toEqual(names);
});

const names = ["apple-backtest", "apple-model", "crossover-dry-run", "half-bitcoin", "rolling", "savings"];

/** Tests what one of these bots does. */
const recipe = (title: string, name: (typeof names)[number], body: (bot: Deployed) => Promise<void>) =>
  test(title, { timeout }, async ({ skip }) => {
    skip(obstacle !== undefined, obstacle);
    const bot = bots.get(name);
    if (bot === undefined) throw new Error(`${name} was not deployed.`);
    await body(bot);
  });

interface Metric {
  type: string;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows what its bot emits and asserts on it.
  data: any;
}

const latest = async ({ botId }: Deployed): Promise<Metric[]> =>
  (await platform.get<{ items: Metric[] }>(`/bots/${botId}/metrics/latest`)).items;

/** Waits for a metric, and fails with the log of the bot if it ended instead. */
async function metricOf(bot: Deployed, type: string, fits: (data: Metric["data"]) => boolean = () => true) {
  return until(async () => {
    const { status } = await platform.get<{ status: string }>(`/bots/${bot.botId}`);
    if (["failed", "backing_off"].includes(status))
      throw new Error(`it is ${status}:\n${await logOf(platform, bot)}`);
    return (await latest(bot)).find((one) => one.type === type && fits(one.data))?.data;
  });
}

/** Queries a bot, and waits for its query program to listen. */
const query = (bot: Deployed, path: string, params: Record<string, unknown> = {}) =>
  until(async () => {
    const answer = await platform.call("POST", `/query/${bot.botId}`, { query_path: path, params });
    if (answer.status === 503) return undefined;
    expect(answer.status, answer.text).toBe(200);
    return answer.json.data ?? answer.json;
  });

recipe("the program with pandas reports the volatility of the closes", "rolling", async (bot) => {
  const closes = (await feed.closes("AAPL", 21)).map(({ close }) => close);
  const changes = closes.slice(1).map((close, at) => close / closes[at]! - 1);
  const mean = changes.reduce((sum, one) => sum + one) / changes.length;
  const variance = changes.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (changes.length - 1);
  const { symbol, value } = await metricOf(bot, "volatility");
  expect(symbol).toBe("AAPL");
  expect(value).toBeCloseTo(Math.sqrt(252 * variance), 3);
});

recipe(
  "the NautilusTrader strategy reports the fills that the closes cause",
  "apple-backtest",
  async (bot) => {
    const prices = await feed.closes("AAPL", 500);
    const fills = expectedFills(prices, { fast: 10, slow: 30, shares: 100 });
    expect(fills.length).toBeGreaterThan(4);
    const report = await query(bot, "/report");
    expect(report.fills).toEqual(fills);
    expect(report).toMatchObject({ from: prices[0]!.date, to: "2010-05-04", symbol: "AAPL" });

    // Each sale realises the difference to the purchase before it; the purchase that is left is in the balance alone.
    const value = ({ price, shares }: (typeof fills)[0]) => price * shares;
    const sum = (side: string) =>
      fills.filter((one) => one.side === side).reduce((total, one) => total + value(one), 0);
    const left = fills.at(-1)!.side === "buy" ? value(fills.at(-1)!) : 0;
    expect(report.profit).toBeCloseTo(sum("sell") - sum("buy") + left, 1);
    expect(report.balance).toBeCloseTo(100_000 + sum("sell") - sum("buy"), 1);
    expect(await metricOf(bot, "backtest")).toMatchObject({ profit: report.profit, fills: fills.length });
  },
);

recipe(
  "the model is retrained at the next tick, and scored on the days since",
  "apple-model",
  async (bot) => {
    const returns = [0.01, -0.02, 0, 0.01, 0.03];
    const first = await query(bot, "/model");
    expect(first).toMatchObject({ symbol: "AAPL", trained_to: "2010-05-04", trainings: 1 });
    expect(first).not.toHaveProperty("unseen_accuracy");
    const { rises } = await query(bot, "/prediction", { returns });

    await feed.moveTo("2010-06-04");
    const second = await runOnce(platform, bot);
    const days = (await feed.closes("AAPL", 60)).filter(({ date }) => date > "2010-05-04").length;
    expect(second).toMatchObject({ trained_to: "2010-06-04", trainings: 2, unseen_days: days });
    // A share of whole days.
    const hits = second.unseen_accuracy * days;
    expect(Math.abs(hits - Math.round(hits))).toBeLessThan(0.01);
    for (const score of [second.accuracy, second.unseen_accuracy, second.rises]) {
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(1);
    }
    expect(await metricOf(bot, "model", ({ trainings }) => trainings === 2)).toEqual(second);
    // The same returns, and the new model.
    expect((await query(bot, "/prediction", { returns })).rises).not.toBe(rises);
  },
);

recipe(
  "the bot with ccxt in Python buys until its share of the account is right",
  "half-bitcoin",
  async (bot) => {
    const price = await metricOf(bot, "price");
    const order = await metricOf(bot, "order");
    expect(order).toMatchObject({ symbol: "BTC/EUR", side: "buy", status: "closed" });
    expect(order.amount * order.average).toBeCloseTo(4975, -2);
    expect(order.average / price.value).toBeCloseTo(1, 1);
    // At its next look.
    const account = await metricOf(bot, "account", ({ share }) => share > 0);
    expect(account.share).toBeCloseTo(0.5, 1);
    expect(await query(bot, "/orders")).toEqual({ orders: 1, last: order });
    // What the bot says is what the exchange knows.
    const { closed } = await askExchange(exchange.url, "ClosedOrders");
    expect(Number(closed[order.id].vol_exec)).toBe(order.amount);
  },
);

recipe("the bot with ccxt in Node buys for the same sum at each tick", "savings", async (bot) => {
  const order = await runOnce(platform, bot);
  expect(order.amount * order.average).toBeCloseTo(25, 0);
  const plan = await query(bot, "/plan");
  expect(plan.orders).toBe(2);
  expect(plan.spent).toBeCloseTo(50, 0);
  const { closed } = await askExchange(exchange.url, "ClosedOrders");
  expect(Number(closed[order.id].vol_exec)).toBe(order.amount);
  expect(Object.keys(closed)).toHaveLength(3);
});

recipe(
  "freqtrade analyses the candles of the exchange, and ends when it is stopped",
  "crossover-dry-run",
  async (bot) => {
    const candle = await metricOf(
      bot,
      "candle",
      ({ symbol }) => symbol === "BTC/EUR" || symbol === "ETH/EUR",
    );
    const answer = await fetch(
      `${exchange.url}/0/public/OHLC?pair=${candle.symbol.replace("BTC", "XBT")}&interval=1`,
    );
    const { result } = (await answer.json()) as { result: Record<string, [number, ...string[]][]> };
    const begin = Date.parse(candle.candle) / 1000;
    const row = Object.values(result)[0]!.find(([one]) => one === begin)!;
    expect(candle.close).toBe(Number(row[4]));
    expect(await until(async () => (await logOf(platform, bot)).includes("state='RUNNING'"))).toBe(true);
    const { pairs } = await query(bot, "/status");
    expect(Object.keys(pairs)).toEqual(["BTC/EUR", "ETH/EUR"]);
    // It ends by itself when it is asked to: killed after the grace period, it would not have the exit code 130.
    expect((await platform.call("POST", `/bots/${bot.botId}/stop`)).status).toBe(202);
    await platform.waitFor(bot.botId, "stopped");
    await until(async () => (await logOf(platform, bot)).includes("exited with code 130"));
  },
);
