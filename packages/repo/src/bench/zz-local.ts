import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { buildDashboard } from "../build/dashboard.ts";
import { TestPlatform } from "../drive/platform.ts";
import { pointsOf, serveBareChart } from "./bare-chart.ts";
import { evaluateUntil, signIn, viewport, withBrowser } from "./browser.ts";
import { collectDrawn, nextDrawn } from "./drawn.ts";
import { interleave, median } from "./numbers.ts";

if (!process.env.NOBUILD) await buildDashboard();
const platform = new TestPlatform();
await platform.start([]);
try {
  await platform.upload({ name: "x", type: "scheduled", bot: "" });
  const bot = await platform.create({ name: "x", type: "scheduled/x", schedule: "0 0 1 1 *" });
  const database = new Sqlite(join(platform.data, "platform.db"), { timeout: 10000 });
  const insert = database.prepare(
    "insert into metrics (bot_id, seq, type, time, data, ingested_at) values (?, ?, ?, ?, ?, ?)",
  );
  for (let n = 1; n <= 40; n++) {
    const time = new Date(Date.now() - (41 - n) * 1000).toISOString();
    insert.run(
      bot,
      2 * n,
      "price",
      time,
      JSON.stringify({ symbol: "IBM", price: 100 + Math.sin(n), volume: 1000 }),
      time,
    );
    insert.run(
      bot,
      2 * n + 1,
      "sma",
      time,
      JSON.stringify({ symbol: "IBM", fast: 100 + Math.sin(n), slow: 100 }),
      time,
    );
  }
  const { items } = await platform.get<any>(`/bots/${bot}/metrics?max_points=10000`);
  const bare = await serveBareChart(pointsOf(items));
  await withBrowser(async (browser) => {
    const session = await signIn(browser, platform.url, platform.key);
    const one = async (url: string, storageState?: any, trace?: boolean) => {
      const context = await browser.newContext({ viewport, ...(storageState && { storageState }) });
      const page = await context.newPage();
      await collectDrawn(page);
      await new Promise((r) => setTimeout(r, 1500));
      const cdp = trace ? await browser.newBrowserCDPSession() : undefined;
      const events: any[] = [];
      if (cdp) {
        cdp.on("Tracing.dataCollected", ({ value }) => events.push(...value));
        await cdp.send("Tracing.start", {
          transferMode: "ReportEvents",
          traceConfig: {
            includedCategories: [
              "toplevel",
              "devtools.timeline",
              "v8",
              "blink.user_timing",
              "disabled-by-default-v8.compile",
              "loading",
              ...(process.env.PROF ? ["disabled-by-default-v8.cpu_profiler"] : []),
            ],
          },
        });
      }
      await page.goto(url);
      const { at } = await nextDrawn(page);
      if (cdp) {
        const done = new Promise((resolve) => cdp.once("Tracing.tracingComplete", resolve));
        await cdp.send("Tracing.end");
        await done;
        const { writeFileSync } = await import("node:fs");
        writeFileSync(
          `/tmp/echarts/trace-${url.includes("bots") ? "dash" : "bare"}.json`,
          JSON.stringify({ traceEvents: events }),
        );
      }
      if (trace) {
        const all = await page.evaluate<any[]>(
          "[...performance.getEntriesByType('resource'), ...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('paint'), ...performance.getEntriesByType('mark')].map(e => [e.name, e.startTime, e.responseEnd, e.duration])",
        );
        for (const [name, start, end] of all.sort((a, b) => a[1] - b[1]))
          console.log(`${start.toFixed(0).padStart(5)} ${(end ?? 0).toFixed(0).padStart(5)} ${name}`);
        console.log("drawn", at);
      }
      await context.close();
      return at;
    };
    const url = `${platform.url}/bots/${bot}/metrics`;
    await one(url, session);
    await one(url, session, true);
    await one(bare.url, undefined, true);
    const { a, b } = await interleave(
      Number(process.argv[2] ?? 12),
      () => one(url, session),
      () => one(bare.url),
    );
    console.log(
      median(a),
      median(b),
      "ratio",
      median(a) / median(b),
      "pairs",
      median(a.map((x, i) => x / b[i]!)),
      "min",
      Math.min(...a),
      Math.min(...b),
    );
    bare.server.close();
  });
} finally {
  await platform.close();
}
