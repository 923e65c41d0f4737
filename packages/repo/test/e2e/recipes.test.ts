import { afterAll, beforeAll, expect, test } from "vitest";
import { type Deployed, deployExample } from "../../src/drive/example.ts";
import { TestPlatform, until } from "../../src/drive/platform.ts";
import { expectedFills } from "./recipes/crossings.ts";
import { logOf, runOnce } from "./recipes/runs.ts";
import { askExchange, FixedFeed, type Service, startExchange } from "./recipes/services.ts";
import { whyNoPackages } from "./recipes/why-no-packages.ts";

const obstacle = await whyNoPackages();

/** pip and npm download hundreds of megabytes, which are then packed, uploaded and unpacked. */
const timeout = 1_200_000;

let platform: TestPlatform;
let exchange: Service;
let feed: FixedFeed;

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

const recipe = (title: string, body: () => Promise<void>) =>
  test(title, { timeout }, async ({ skip }) => {
    skip(obstacle !== undefined, obstacle);
    await body();
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
    if (["failed", "backing_off"].includes(status)) throw new Error(`it is ${status}:\n${await logOf(platform, bot)}`);
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

const remove = ({ botId }: Deployed) => platform.call("DELETE", `/bots/${botId}`);

recipe("a NautilusTrader strategy runs over recorded closes, and reports the fills that they cause", async () => {
  const bot = await deployExample(platform, "examples/nautilus");
  const settings = { fast: 10, slow: 30, shares: 100 };
  const prices = await feed.closes("AAPL", 500);
  const fills = expectedFills(prices, settings);
  expect(fills.length).toBeGreaterThan(4);

  const summary = await runOnce(platform, bot);
  const report = await query(bot, "/report");
  expect(report.fills).toEqual(fills);
  expect(report).toMatchObject({ from: prices[0]!.date, to: "2010-05-04", symbol: "AAPL" });
  expect(summary).toMatchObject({ fills: fills.length, last: fills.slice(-3) });

  // Each sale realises the difference to the purchase before it; the purchase that is left is in the balance alone.
  const value = ({ price, shares }: (typeof fills)[0]) => price * shares;
  const sum = (side: string) =>
    fills.filter((one) => one.side === side).reduce((total, one) => total + value(one), 0);
  const left = fills.at(-1)!.side === "buy" ? value(fills.at(-1)!) : 0;
  expect(report.profit).toBeCloseTo(sum("sell") - sum("buy") + left, 1);
  expect(report.balance).toBeCloseTo(100_000 + sum("sell") - sum("buy"), 1);
  expect((await latest(bot)).find(({ type }) => type === "backtest")?.data).toMatchObject({
    profit: report.profit,
    fills: fills.length,
  });
  await remove(bot);
});

recipe("a model of scikit-learn is retrained at the second tick, and scored on the days since the first", async () => {
  const bot = await deployExample(platform, "examples/scikit-learn");
  const first = await runOnce(platform, bot);
  expect(first).toMatchObject({ symbol: "AAPL", trained_to: "2010-05-04", trainings: 1 });
  expect(first).not.toHaveProperty("unseen_accuracy");
  const returns = [0.01, -0.02, 0, 0.01, 0.03];
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
  expect((await latest(bot)).find(({ type }) => type === "model")?.data).toEqual(second);
  expect(await query(bot, "/model")).toMatchObject({ trainings: 2, accuracy: second.accuracy });
  // The same returns, and the new model.
  const { rises: now } = await query(bot, "/prediction", { returns });
  expect(now).not.toBe(rises);
  await remove(bot);
});

recipe("a bot with ccxt in Python emits prices, and buys until its share of the account is right", async () => {
  const bot = await deployExample(platform, "examples/ccxt-python", {
    ...{ url: exchange.url, interval_ms: 1000, share: 0.25 },
  });
  const price = await metricOf(bot, "price");
  const order = await metricOf(bot, "order");
  expect(order).toMatchObject({ symbol: "BTC/EUR", side: "buy", status: "closed" });
  expect(order.amount * order.average).toBeCloseTo(2487.5, -2);
  expect(order.average / price.value).toBeCloseTo(1, 2);
  const account = await metricOf(bot, "account", ({ share }) => share > 0);
  expect(account.share).toBeCloseTo(0.25, 2);
  expect(await query(bot, "/orders")).toEqual({ orders: 1, last: order });
  await remove(bot);

  // What the bot says is what the exchange knows.
  const { closed } = await askExchange(exchange.url, "ClosedOrders");
  expect(Object.keys(closed)).toEqual([order.id]);
  expect(Number(closed[order.id].vol_exec)).toBe(order.amount);
  expect(Number((await askExchange(exchange.url, "Balance")).XXBT)).toBe(order.amount);
});

recipe("a bot with ccxt in Node buys for the same sum at each of two ticks", async () => {
  const before = Object.keys((await askExchange(exchange.url, "ClosedOrders")).closed);
  const bot = await deployExample(platform, "examples/ccxt-node", { url: exchange.url, sum: 40 });
  const orders = [await runOnce(platform, bot), await runOnce(platform, bot)];
  for (const { amount, average } of orders) expect(amount * average).toBeCloseTo(40, 0);
  const { closed } = await askExchange(exchange.url, "ClosedOrders");
  const placed = Object.keys(closed).filter((id) => !before.includes(id));
  expect(placed).toEqual(orders.map(({ id }) => id));
  const plan = await query(bot, "/plan");
  expect(plan.orders).toBe(2);
  expect(plan.spent).toBeCloseTo(80, 0);
  await remove(bot);
});

recipe("freqtrade runs, analyses the candles of the exchange, and ends by itself when it is stopped", async () => {
  const bot = await deployExample(platform, "examples/freqtrade", { url: exchange.url });
  const candle = await metricOf(bot, "candle", ({ symbol }) => symbol === "BTC/EUR");
  const { result } = (await (
    await fetch(`${exchange.url}/0/public/OHLC?pair=XBTEUR&interval=1`)
  ).json()) as { result: { XXBTZEUR: [number, ...string[]][] } };
  const begin = Date.parse(candle.candle) / 1000;
  const row = result.XXBTZEUR.find(([one]) => one === begin)!;
  expect(candle.close).toBe(Number(row[4]));
  expect(await until(async () => (await logOf(platform, bot)).includes("state='RUNNING'"))).toBe(true);
  const { pairs } = await query(bot, "/status");
  expect(Object.keys(pairs)).toEqual(["BTC/EUR", "ETH/EUR"]);
  // freqtrade ends by itself when it is asked to, well within the grace period.
  expect((await platform.call("POST", `/bots/${bot.botId}/stop`)).status).toBe(202);
  await platform.waitFor(bot.botId, "stopped");
  expect(await logOf(platform, bot)).toContain("exited with code 130");
  await remove(bot);
});
