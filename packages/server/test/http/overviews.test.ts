import { afterAll, beforeAll, expect, test } from "vitest";
import type { Batch } from "../../src/store/engine-store.ts";
import { type Client, openPlatform, type TestPlatform } from "./harness.ts";

const now = Date.parse("2026-03-15T12:00:00.000Z");
const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString();

let platform: TestPlatform;
let me: Client;
let trader: string;
beforeAll(async () => {
  platform = await openPlatform({ clock: { now: () => new Date(now), after: () => () => {} } });
  me = await platform.user("me");
  trader = await me.bot("trader");
});
afterAll(() => platform.close());

type Line = Batch["lines"][number];
type Metric = Batch["metrics"][number];

const line = (minutes: number, level: Line["level"]): Line => ({
  ...{ time: at(minutes), ingested_at: at(minutes), stream: "stdout", message: "m", level },
});
const metric = (minutes: number, type: string, data: Metric["data"]): Metric => ({
  ...{ time: at(minutes), ingested_at: at(minutes), type, data },
});
const write = (botId: string, batch: Partial<Batch>) =>
  platform.engine.storage.writeOutput([{ botId, lines: [], metrics: [], ...batch }]);

const overviews = async (query = "", client = me) => (await client.get(`/bots/overview${query}`)).json;
const overview = async (id: string) => (await overviews(`?ids=${id}`)).overviews[0];

test("a bot that has written nothing has no errors, signal, sparkline or run", async () => {
  const id = await me.bot("quiet");
  expect(await overview(id)).toEqual({
    ...{ bot_id: id, errors_24h: 0, last_signal: null, sparkline: null, last_run: null },
  });
});

test("errors are the lines of level error and fatal of 24 hours, counted up to 1000", async () => {
  const id = await me.bot("failing");
  const day = 24 * 60;
  const levels = ["trace", "debug", "info", "warn", "error", "fatal"] as const;
  await write(id, {
    lines: [
      line(-day - 1, "error"),
      line(-day, "error"),
      ...levels.map((l) => line(-5, l)),
      line(1, "error"),
    ],
  });
  expect((await overview(id)).errors_24h).toBe(3);
  await write(id, { lines: Array.from({ length: 1200 }, () => line(-1, "error")) });
  expect((await overview(id)).errors_24h).toBe(1000);
});

test("the last signal is shown with its reason, and the price is the sparkline", async () => {
  const signal = (type: string) => ({
    type,
    symbol: "AAPL",
    price: 190.5,
    confidence: 0.4,
    reason: "crossed",
  });
  await write(trader, {
    metrics: Array.from({ length: 200 }, (_, n) => [
      metric(n - 200, "price", { symbol: "AAPL", value: 100 + n, change_pct: 1 }),
      metric(n - 200, "sma", { symbol: "AAPL", short_sma: n, long_sma: n }),
    ]).flat(),
  });
  await write(trader, {
    metrics: [metric(-9, "signal", signal("BUY")), metric(-2, "signal", signal("SELL"))],
  });
  const { last_signal, sparkline } = await overview(trader);
  expect(last_signal).toEqual({
    ...{ time: at(-2), action: "SELL", symbol: "AAPL", reason: "crossed", confidence: 0.4, price: 190.5 },
  });
  const { points, ...chosen } = sparkline;
  expect(chosen).toEqual({ metric_type: "price", field: "value", symbol: "AAPL" });
  expect(points.length).toBeGreaterThanOrEqual(20);
  expect(points.length).toBeLessThanOrEqual(30);
  expect(points[0]).toEqual([at(-200), 100]);
  expect(points.at(-1)).toEqual([at(-1), 299]);
  for (const [time, value] of points) expect(value).toBe(300 + (Date.parse(time) - now) / 60_000);
  expect(points.toSorted()).toEqual(points);
});

test("a sparkline is of one symbol, and skips what is not a number or too large", async () => {
  const id = await me.bot("mixed");
  const price = (minutes: number, symbol: string, value: unknown, more = {}) =>
    metric(minutes, "price", { symbol, value, ...more });
  await write(id, {
    metrics: [
      price(-9, "MSFT", 400),
      price(-8, "AAPL", 190),
      price(-7, "AAPL", "191"),
      price(-6, "AAPL", 192, { padding: "x".repeat(5_000) }),
      price(-5, "MSFT", 401),
      price(-4, "AAPL", 193),
    ],
  });
  const { sparkline } = await overview(id);
  expect(sparkline).toMatchObject({ symbol: "AAPL", field: "value" });
  expect(sparkline.points).toEqual([
    [at(-8), 190],
    [at(-4), 193],
  ]);
});

test("time without metrics has no points, and metrics of yesterday are no sparkline", async () => {
  const id = await me.bot("gap");
  await write(id, { metrics: [metric(-2000, "equity", { equity: 1 })] });
  expect((await overview(id)).sparkline).toBeNull();
  await write(id, {
    metrics: [-600, -599, -10, -1].map((minutes) => metric(minutes, "equity", { equity: minutes })),
  });
  const { points } = (await overview(id)).sparkline;
  expect(points.map(([, value]: [string, number]) => value)).toEqual([-600, -10, -1]);
});

test("a long reason is shortened, and values of other types are null", async () => {
  const id = await me.bot("odd");
  await write(id, {
    metrics: [
      metric(-1, "signal", { action: "BUY", symbol: 7, confidence: "high", reason: "r".repeat(3_000) }),
    ],
  });
  const { last_signal } = await overview(id);
  expect(last_signal).toMatchObject({ action: "BUY", symbol: null, confidence: null, price: null });
  expect(last_signal.reason).toHaveLength(301);
});

test("a scheduled bot shows its last run", async () => {
  const id = await me.bot("nightly", { type: "scheduled" });
  const { id: runId } = (await me.post(`/bots/${id}/run`)).json;
  expect((await overview(id)).last_run).toEqual({ run_id: runId, status: "running", finished_at: null });
  await platform.engine.endRun(runId, "success");
  expect((await overview(id)).last_run).toEqual({ run_id: runId, status: "success", finished_at: at(0) });
});

test("pages have the order of the list of bots; unknown and foreign ids are left out", async () => {
  const { items } = (await me.get("/bots")).json;
  const all = items.map(({ bot_id }: { bot_id: string }) => bot_id);
  const seen: string[] = [];
  let cursor = "";
  do {
    const page = await overviews(`?limit=2${cursor}`);
    seen.push(...page.overviews.map(({ bot_id }: { bot_id: string }) => bot_id));
    cursor = page.next_cursor ? `&cursor=${page.next_cursor}` : "";
  } while (cursor !== "");
  expect(seen).toEqual(all);
  const stranger = await platform.user("stranger");
  const theirs = await stranger.bot("theirs");
  const some = await overviews(`?ids=${theirs},${trader},bot_unknown`);
  expect(some.overviews.map(({ bot_id }: { bot_id: string }) => bot_id)).toEqual([trader]);
  expect(await overviews(`?ids=${trader}`, stranger)).toEqual({ overviews: [] });
  expect((await overviews(`?ids=${trader},${theirs}`, platform.admin)).overviews).toHaveLength(2);
  expect(
    (await me.get(`/bots/overview?ids=${Array.from({ length: 201 }, (_, n) => `b${n}`)}`)).json.code,
  ).toBe("invalid_parameter");
});

test("the overviews of 1,000 bots are read page by page, each once and in order", async () => {
  const many = await platform.user("many");
  const model = await many.bot("model");
  const { main } = platform.store;
  const row = await main.selectFrom("bots").selectAll().where("id", "=", model).executeTakeFirstOrThrow();
  for (let n = 1; n < 1_000; n++)
    await main
      .insertInto("bots")
      .values({ ...row, id: `${row.id}_${String(n).padStart(3, "0")}`, name: `${row.name}${n}` })
      .execute();
  const seen: string[] = [];
  let cursor = "";
  let pages = 0;
  do {
    const page = await overviews(`?limit=200${cursor}`, many);
    expect(page.overviews.length).toBeLessThanOrEqual(200);
    seen.push(...page.overviews.map(({ bot_id }: { bot_id: string }) => bot_id));
    cursor = page.next_cursor ? `&cursor=${page.next_cursor}` : "";
    pages++;
  } while (cursor !== "");
  expect([pages, seen.length, new Set(seen).size]).toEqual([5, 1_000, 1_000]);
  expect(seen).toEqual(seen.toSorted());
});
