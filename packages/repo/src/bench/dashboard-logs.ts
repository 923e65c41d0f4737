import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "playwright-core";
import { whyNoChromium } from "../drive/chromium.ts";
import { evaluateUntil, heapMegabytes, seen, signIn, viewport, watch, withBrowser } from "./browser.ts";
import type { Amount, Row, Skipped } from "./numbers.ts";
import { manifest, type Scene } from "./scene.ts";
import { taskDetail, traceTasks } from "./tasks.ts";

const linesPerSecond = 1_000;
/** Time in which the page must catch up after the bot has stopped. */
const restMs = 20_000;

const printer = `
import { writeSync } from "node:fs";
const began = Date.now();
let printed = 0;
setInterval(() => {
  const due = Math.floor(((Date.now() - began) * ${linesPerSecond}) / 1000);
  const line = () => JSON.stringify({ message: \`order \${++printed} filled\`, symbol: "AAPL" }) + "\\n";
  const text = Array.from({ length: due - printed }, line).join("");
  if (text) writeSync(1, text);
}, 20);
`;

/** Measures an open log of a busy bot in a browser: long tasks, elements, memory, and whether every line is counted. */
export async function dashboardLogs(scene: Scene, amount: Amount): Promise<(Row | Skipped)[]> {
  const seconds = amount(60, 3);
  const of = `log of ${linesPerSecond.toLocaleString("en")} lines/s in a browser`;
  if (whyNoChromium) return [{ name: of, skipped: whyNoChromium }];
  const name = "dashboard-printer";
  await scene.deploy(name, { ...manifest(name, "realtime", "nodejs24"), "main.mjs": printer });
  const bot = await scene.platform.create({ name, type: `realtime/${name}` });
  await scene.platform.waitFor(bot, "running");
  await scene.platform.call("POST", `/bots/${bot}/stop`);
  await scene.platform.waitFor(bot, "stopped");
  try {
    return await withBrowser(async (browser) => {
      const storageState = await signIn(browser, scene.platform.url, scene.platform.key);
      const page = await browser.newPage({ viewport, storageState });
      await page.goto(`${scene.platform.url}/bots/${bot}/logs`);
      await page.locator("[data-count]").waitFor();
      const from = await lastSeq(scene, bot);
      const before = await heapMegabytes(page);
      await page.evaluate(watch);
      const endTrace = await traceTasks(browser);
      await scene.platform.call("POST", `/bots/${bot}/start`);
      await pause(seconds * 1000);
      await scene.platform.call("POST", `/bots/${bot}/stop`);
      await scene.platform.waitFor(bot, "stopped");
      const written = (await lastSeq(scene, bot)) - from;
      const counted = await countedAtLeast(page, written);
      const traced = await endTrace();
      const { longest, tasks, nodes } = await seen(page);
      const after = await heapMegabytes(page);
      return [
        {
          name: `${of}: lines not counted`,
          value: Math.abs(written - counted),
          unit: "lines",
          target: { atMost: 0 },
          detail: `of ${written.toLocaleString("en")} in ${seconds} s`,
        },
        {
          name: `${of}: longest task`,
          value: traced.longest,
          unit: "ms",
          target: { atMost: 200 },
          detail: taskDetail(traced, { longest, tasks }),
        },
        {
          name: `${of}: elements in the page`,
          value: nodes,
          unit: "nodes",
          target: { atMost: 1_000 },
          detail: "highest of four looks a second",
        },
        {
          name: `${of}: growth of the page's heap`,
          value: after - before,
          unit: "MB",
          target: { atMost: 30 },
          detail: `${before.toFixed(1)} → ${after.toFixed(1)} MB after collection`,
        },
      ];
    });
  } finally {
    await scene.platform.call("DELETE", `/bots/${bot}`);
  }
}

async function lastSeq(scene: Scene, bot: string): Promise<number> {
  const { last_seq = 0 } = await scene.platform.get<{ last_seq?: number }>(
    `/bots/${bot}/logs?before=999999999999999&limit=1`,
  );
  return last_seq;
}

async function countedAtLeast(page: Page, wanted: number): Promise<number> {
  const count = "Number(document.querySelector('[data-count]').dataset.count)";
  await evaluateUntil(page, `${count} >= ${wanted}`, restMs).catch(() => undefined);
  return page.evaluate<number>(count);
}
