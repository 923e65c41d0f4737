import { afterAll, beforeAll, expect, test } from "vitest";
import type { Batch } from "../../src/store/engine-store.ts";
import { type Client, openPlatform, type TestPlatform } from "./harness.ts";

const now = Date.parse("2026-03-15T12:00:00.000Z");
const at = (seconds: number) => new Date(now + seconds * 1000).toISOString();

let platform: TestPlatform;
beforeAll(async () => {
  platform = await openPlatform({
    clock: { now: () => new Date(now), after: () => () => {} },
    settings: { metricSeriesPerBot: 12, metricSeries: 20 },
  });
});
afterAll(() => platform.close());

const metric = (seconds: number, type: string, data: Record<string, unknown>): Batch["metrics"][number] => ({
  ...{ time: at(seconds), ingested_at: at(seconds), type, data },
});
const emit = (botId: string, ...metrics: Batch["metrics"]) =>
  platform.engine.storage.writeOutput([{ botId, lines: [], metrics }]);

/** The values by name and labels, without those of the bot. */
async function scrape(client: Client, query = "", bot?: string): Promise<Record<string, number>> {
  const { text, status } = await client.ask("GET", `${platform.platform.url}/metrics/bots${query}`);
  expect(status, text).toBe(200);
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const found: Record<string, number> = {};
  for (const line of lines) {
    const [, series = "", value] = /^(.*) (\S+)$/.exec(line)!;
    if (bot !== undefined && !series.includes(`bot_id="${bot}"`)) continue;
    const short = series.replace(/(bot|bot_id|custom_bot)="[^"]*",?/g, "").replace(/,?\}$/, "}");
    const key = short.replace("{}", "").replace(/^botyard_bot_/, "");
    expect(found[key], `${series} is there twice`).toBeUndefined();
    found[key] = Number(value);
  }
  return found;
}

test("each number of the latest metric of each type is a gauge with the name and id of the bot and its custom bot", async () => {
  const me = await platform.user("one");
  const id = await me.bot("trader");
  await emit(
    id,
    metric(1, "price", { value: 99, ignored: 1 }),
    metric(3, "price", { value: 101.5, volume: 7, time: at(2), note: "high", list: [1, 2], valid: true }),
    metric(2, "portfolio", {
      cash: { usd: 5, "€": 1e3 },
      a: { b: { c: { d: 8, e: { f: 9 }, g: { h: { i: 10 } } } } },
    }),
  );
  const { text } = await me.ask("GET", `${platform.platform.url}/metrics/bots`);
  expect(text).toContain(
    [
      "# HELP botyard_bot_price_value The latest value of the metrics price of bots.",
      "# TYPE botyard_bot_price_value gauge",
      `botyard_bot_price_value{bot="trader",bot_id="${id}",custom_bot="trader"} 101.5`,
    ].join("\n"),
  );
  expect(await scrape(me)).toEqual({
    ...{ up: 1, should_run: 1, 'status{status="running",reason=""}': 1, restarts_total: 0 },
    ...{ status_timestamp_seconds: now / 1000, metrics_dropped: 0 },
    ...{ 'dropped_total{kind="lines"}': 0, 'dropped_total{kind="metrics"}': 0 },
    ...{ 'metric_timestamp_seconds{type="price"}': now / 1000 + 2 },
    ...{ 'metric_timestamp_seconds{type="portfolio"}': now / 1000 + 2 },
    ...{ price_value: 101.5, price_volume: 7, portfolio_cash_usd: 5, portfolio_cash__: 1000 },
    ...{ portfolio_a_b_c_d: 8, portfolio_a_b_c_e_f: 9 },
  });
});

test("the symbols of a type are told apart, and so are two fields of the same name", async () => {
  const me = await platform.user("symbols");
  const id = await me.bot("pairs");
  await emit(
    id,
    metric(1, "price", { symbol: "A", value: 1 }),
    metric(2, "price", { symbol: 'B"\n', value: 2 }),
    metric(3, "price", { symbol: "A", value: 3 }),
    metric(1, "a-b", { c: 4, "c.d": 5, c_d: 6 }),
    metric(1, "restarts", { total: 7 }),
  );
  const found = await scrape(me);
  expect(found).toMatchObject({
    'price_value{symbol="A"}': 3,
    'price_value{symbol="B\\"\\n"}': 2,
    a_b_c: 4,
    'a_b_c_d{type="a-b",field="c.d"}': 5,
    'a_b_c_d{type="a-b",field="c_d"}': 6,
    restarts_total_value: 7,
    restarts_total: 0,
  });
});

test("the metrics of a bot end when it stops, and those of an earlier process are not shown", async () => {
  const me = await platform.user("stopper");
  const id = await me.bot("stopping");
  await emit(id, metric(-5, "price", { value: 1 }), metric(5, "size", { value: 2 }));
  await platform.engine.storage.changeStatus(id, [{ status: "running", startedAt: at(0) }], at(0));
  expect(Object.keys(await scrape(me)).filter((name) => /_value$/.test(name))).toEqual(["size_value"]);
  await me.post(`/bots/${id}/stop`);
  await me.get(`/bots/${id}/wait?status=stopped&timeout=5`);
  const stopped = await scrape(me);
  expect(stopped).toMatchObject({ up: 0, should_run: 0, 'status{status="stopped",reason=""}': 1 });
  expect(Object.keys(stopped).filter((name) => /_value$|metric_timestamp/.test(name))).toEqual([]);
});

test("the last run is shown with its duration, and the last one that succeeded", async () => {
  const me = await platform.user("runner");
  const id = await me.bot("daily", { type: "scheduled" });
  await emit(id, metric(-1e6, "pnl", { value: -4 }));
  const run = async (status: "success" | "error", from: number, to: number) => {
    const { id: run } = (await me.post(`/bots/${id}/run`)).json;
    await platform.engine.storage.changeRun(run, { status, started_at: at(from), finished_at: at(to) });
  };
  await run("success", 10, 12.5);
  await run("error", 20, 60);
  await me.post(`/bots/${id}/run`);
  expect(await scrape(me)).toMatchObject({
    ...{ up: 1, pnl_value: -4, 'last_run_status{status="error"}': 1, last_run_duration_seconds: 40 },
    ...{ last_run_timestamp_seconds: now / 1000 + 60, last_success_timestamp_seconds: now / 1000 + 12.5 },
  });
});

test("what is counted of the process and its output is shown", async () => {
  const me = await platform.user("counted");
  await me.bot("busy");
  platform.engine.counted = { unreadBytes: 5, memoryBytes: 4096, cpuSeconds: 1.5 };
  const found = await scrape(me);
  platform.engine.counted = undefined;
  expect(found).toMatchObject({ unread_bytes: 5, memory_bytes: 4096, cpu_seconds_total: 1.5 });
  expect(Object.keys(await scrape(me))).not.toContain("unread_bytes");
});

test("series beyond the limits are left out and counted", async () => {
  const me = await platform.user("many");
  const [first, second] = [await me.bot("first"), await me.bot("second")];
  const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, n]));
  await emit(first, metric(1, "a", fields(20)));
  await emit(second, metric(1, "a", fields(10)), metric(2, "b", { text: "x".repeat(9000) }));
  const own = (found: Record<string, number>) =>
    Object.keys(found).filter((name) => /^a_f|^metric_/.test(name)).length;
  const [ofFirst, ofSecond] = [await scrape(me, "", first), await scrape(me, "", second)];
  // 12 of one bot, and 20 of all.
  expect([own(ofFirst), ofFirst.metrics_dropped]).toEqual([12, 9]);
  expect([own(ofSecond), ofSecond.metrics_dropped]).toEqual([8, 4]);
  const types = await me.bot("third");
  await emit(types, ...Array.from({ length: 40 }, (_, n) => metric(1, `t${n}`, {})));
  // Types beyond the limit are not read, and count as one.
  expect((await scrape(me, "", types)).metrics_dropped).toBe(13);
});

test("OpenMetrics is answered to who prefers it", async () => {
  const me = await platform.user("open");
  await me.bot("open");
  const ask = (accept: string) =>
    me.ask("GET", `${platform.platform.url}/metrics/bots`, { headers: { accept } });
  const open = await ask(
    "application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,text/plain;version=0.0.4;q=0.5,*/*;q=0.1",
  );
  expect(open.headers.get("content-type")).toBe("application/openmetrics-text; version=1.0.0; charset=utf-8");
  expect(open.text).toMatch(/# TYPE botyard_bot_restarts counter\nbotyard_bot_restarts_total\{/);
  expect(open.text.endsWith("\n# EOF\n")).toBe(true);
  for (const accept of ["*/*", "text/plain", "application/openmetrics-text;q=0.1,text/plain"]) {
    const plain = await ask(accept);
    expect(plain.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    expect(plain.text).toContain("# TYPE botyard_bot_restarts_total counter");
    expect(plain.text).not.toContain("EOF");
  }
});

test("users see their own bots, and admins those of all with their owners", async () => {
  const [ann, ben] = [await platform.user("ann"), await platform.user("ben")];
  const [hers, his] = [await ann.bot("hers"), await ben.bot("his")];
  const shown = async (client: Client, query = "") =>
    (await client.ask("GET", `${platform.platform.url}/metrics/bots${query}`)).text;
  const own = await shown(ann);
  expect(own).toContain(hers);
  expect(own).not.toContain(his);
  expect(own).not.toContain("user=");
  const all = await shown(platform.admin, "?user=all");
  expect(all).toContain(`{user="ann",bot="hers",bot_id="${hers}",custom_bot="hers"}`);
  expect(all).toContain(`{user="ben",bot="his",bot_id="${his}",custom_bot="his"}`);
  expect(await shown(platform.admin, "?user=ben")).not.toContain(hers);
  const refused = (client: Client, query = "") =>
    client.ask("GET", `${platform.platform.url}/metrics/bots${query}`);
  expect((await refused(ann, "?user=all")).json.code).toBe("admin_required");
  expect((await refused(platform.client(undefined))).json.code).toBe("authentication_required");
  const { key } = (await ann.post("/api-keys", { name: "scrape", scopes: ["read"] })).json;
  expect(await shown(platform.client(key))).toContain(hers);
});
