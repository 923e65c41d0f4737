import { setTimeout as pause } from "node:timers/promises";
import type { Browser } from "playwright-core";
import { evaluateUntil, signIn, viewport } from "./browser.ts";
import { allDrawn, collectDrawn, nextDrawn } from "./drawn.ts";
import { median, percentile, type Row } from "./numbers.ts";
import { manifest, type Scene } from "./scene.ts";

const perSecond = 10;

const clock = `
import { writeSync } from "node:fs";
setInterval(() => writeSync(1, JSON.stringify({ _metric: "clock", at: Date.now() }) + "\\n"), ${1000 / perSecond});
`;

interface Metric {
  time: string;
  data: { at: number };
}

/** Measures, for so many seconds, the time from the emission of a metric until the page has painted a chart that contains its point. */
export async function liveRow(browser: Browser, scene: Scene, seconds: number): Promise<Row> {
  const name = "dashboard-clock";
  const { platform } = scene;
  await scene.deploy(name, { ...manifest(name, "realtime", "nodejs24"), "main.mjs": clock });
  const bot = await platform.create({ name, type: `realtime/${name}` });
  const page = await browser.newPage({
    viewport,
    storageState: await signIn(browser, platform.url, platform.key),
  });
  await collectDrawn(page);
  await platform.waitFor(bot, "running");
  await page.goto(`${platform.url}/bots/${bot}/metrics`);
  await nextDrawn(page);
  const from = Date.now();
  await pause(seconds * 1000);
  const to = Date.now();
  const { items } = await platform.get<{ items: Metric[] }>(`/bots/${bot}/metrics?max_points=10000`);
  const measured = items.filter(({ data: { at } }) => at >= from && at < to);
  const last = Date.parse(measured.at(-1)!.time) / 1000;
  // What is not drawn by then counts as never drawn.
  await evaluateUntil(page, `drawn.at(-1).last >= ${last}`, 10_000).catch(() => undefined);
  const drawn = await allDrawn(page);
  const delays = measured.map(({ time, data: { at } }) => {
    const seconds = Date.parse(time) / 1000;
    return (drawn.find((one) => one.last >= seconds)?.painted ?? Number.POSITIVE_INFINITY) - at;
  });
  await page.close();
  await platform.call("DELETE", `/bots/${bot}`);
  return {
    name: "metric emitted → drawn in a browser, p99",
    value: percentile(delays, 99),
    unit: "ms",
    target: { atMost: 500 },
    detail: `p50 ${median(delays)} ms, highest ${Math.max(...delays)} ms, of ${delays.length}`,
  };
}
