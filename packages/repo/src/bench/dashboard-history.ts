import { join } from "node:path";
import Sqlite from "better-sqlite3";
import type { Browser } from "playwright-core";
import { seen, signIn, viewport, watch } from "./browser.ts";
import { allDrawn, collectDrawn, nextDrawn } from "./drawn.ts";
import type { Row } from "./numbers.ts";
import { manifest, type Scene } from "./scene.ts";
import { taskDetail, traceTasks } from "./tasks.ts";

const zooms = 2;

/** Stores a history of one metric a second up to now, as the platform stores metrics. */
function storeHistory(data: string, bot: string, points: number): void {
  const database = new Sqlite(join(data, "platform.db"), { timeout: 10_000 });
  const insert = database.prepare(
    "insert into metrics (bot_id, seq, type, time, data, ingested_at) values (?, ?, 'price', ?, ?, ?)",
  );
  const end = Date.now();
  let price = 100;
  // Short transactions, so that the platform can write in between.
  const store = database.transaction((from: number, to: number) => {
    for (let seq = from; seq <= to; seq++) {
      price += Math.sin(seq / 7) + Math.cos(seq / 5_000) / 50;
      const time = new Date(end - (points - seq) * 1_000).toISOString();
      const record = { symbol: "AAPL", price, fast: price + 1, slow: price - Math.cos(seq / 900) };
      insert.run(bot, seq, time, JSON.stringify(record), time);
    }
  });
  for (let seq = 1; seq <= points; seq += 5_000) store(seq, seq + 4_999);
  database
    .prepare(
      `insert into sequences (bot_id, logs, metrics, status) values (?, 0, ?, 0)
       on conflict (bot_id) do update set metrics = excluded.metrics`,
    )
    .run(bot, points);
  database.close();
}

/** Measures the long tasks of a page that opens the metrics tab with a history of so many points and zooms twice. */
export async function historyRow(browser: Browser, scene: Scene, points: number): Promise<Row> {
  const name = "dashboard-history";
  const { platform } = scene;
  await scene.deploy(name, { ...manifest(name, "scheduled", "nodejs24"), "main.mjs": "" });
  const bot = await platform.create({ name, type: `scheduled/${name}`, schedule: "0 0 1 1 *" });
  storeHistory(platform.data, bot, points);
  const page = await browser.newPage({
    viewport,
    storageState: await signIn(browser, platform.url, platform.key),
  });
  await collectDrawn(page);
  await page.addInitScript(watch);
  const endTrace = await traceTasks(browser);
  let began = performance.now();
  const times: number[] = [];
  const next = async (after: number) => {
    await nextDrawn(page, after);
    await page.waitForLoadState("networkidle");
    times.push((performance.now() - began) / 1000);
  };
  await page.goto(`${platform.url}/bots/${bot}/metrics?range=all`);
  await next(0);
  const chart = page.getByRole("application").first();
  for (let zoom = 0; zoom < zooms; zoom++) {
    const { length } = await allDrawn(page);
    const loaded = page.waitForResponse(
      (answer) => answer.url().includes("/metrics?") && answer.url().includes("to="),
    );
    began = performance.now();
    await chart.press("+");
    await loaded;
    await next(length);
  }
  const traced = await endTrace();
  const elapsed = await seen(page);
  await page.close();
  await platform.call("DELETE", `/bots/${bot}`);
  const [opened, ...zoomed] = times.map((seconds) => seconds.toFixed(1));
  return {
    name: `metrics with a history of ${points.toLocaleString("en")} points, longest task`,
    value: traced.longest,
    unit: "ms",
    target: { atMost: 200 },
    detail: `${taskDetail(traced, elapsed)}; drawn after ${opened} s, zooms after ${zoomed.join(" and ")} s`,
  };
}
