import { setTimeout as pause } from "node:timers/promises";
import type { Browser } from "playwright-core";
import { startDemo } from "../screenshots/demo.ts";
import { makeHistory } from "../screenshots/history.ts";
import { pointsOf, serveBareChart } from "./bare-chart.ts";
import { type Session, signIn, viewport } from "./browser.ts";
import { collectDrawn, nextDrawn } from "./drawn.ts";
import { interleave, median, type Row } from "./numbers.ts";

const settleMs = 1_500;
/** Each run of the demo's bot sees the next trading day or two. */
const daySeconds = 0.5;

/** Opens an address in a profile without a cache. Returns the milliseconds until its chart had drawn points. */
async function firstPaint(browser: Browser, url: string, storageState?: Session): Promise<number> {
  const context = await browser.newContext({ viewport, ...(storageState && { storageState }) });
  try {
    const page = await context.newPage();
    await collectDrawn(page);
    // In each new window, Chromium first loads pages of its own interface, which takes longer than the bare page.
    await pause(settleMs);
    await page.goto(url);
    return (await nextDrawn(page)).at;
  } finally {
    await context.close();
  }
}

/**
 * Measures the first paint of a bot's metrics tab with the data of the demo, against a bare page that draws the same
 * points. First paint is the moment at which the points are on the canvas of the chart, counted from the beginning of the
 * navigation. The bots are stopped meanwhile, so that both pages have the machine to themselves.
 */
export async function firstPaintRow(browser: Browser, rounds: number): Promise<Row> {
  const demo = await startDemo(daySeconds);
  try {
    const { botId: bot, stop } = await makeHistory(demo, { prices: 40, signals: 1, samples: 2 });
    await stop();
    const { items: bots } = await demo.call<{ items: { bot_id: string }[] }>("GET", "/bots");
    for (const { bot_id } of bots) await demo.call("POST", `/bots/${bot_id}/stop`);
    for (const { bot_id } of bots) await demo.call("GET", `/bots/${bot_id}/wait?status=stopped&timeout=30`);
    const { items } = await demo.call<{ items: Parameters<typeof pointsOf>[0] }>(
      "GET",
      `/bots/${bot}/metrics?max_points=10000`,
    );
    const bare = await serveBareChart(pointsOf(items));
    const session = await signIn(browser, demo.url, demo.key);
    const { a, b } = await interleave(
      rounds,
      () => firstPaint(browser, `${demo.url}/bots/${bot}/metrics`, session),
      () => firstPaint(browser, bare.url),
    );
    bare.server.close();
    const ratios = a.map((one, index) => one / b[index]!);
    return {
      name: "first paint of metrics ÷ bare page with uPlot, cold",
      value: median(a) / median(b),
      unit: "×",
      target: { atMost: 1.5 },
      detail: `${Math.round(median(a))} ÷ ${Math.round(median(b))} ms, p50 of ${rounds}; p50 of the pairs ${median(ratios).toFixed(2)}; ${items.length} metrics`,
    };
  } finally {
    await demo.stop();
  }
}
