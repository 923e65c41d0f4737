import { writeFileSync } from "node:fs";
import { buildDashboard } from "../build/dashboard.ts";
import { TestPlatform } from "../drive/platform.ts";
import { signIn, viewport, withBrowser, watch, seen } from "./browser.ts";
if (!process.env.NOBUILD) await buildDashboard();
const platform = new TestPlatform();
await platform.start([], { PLATFORM_BOT_CPUS: "64", PLATFORM_LOG_RATE: "1000000000", PLATFORM_LOG_BURST: "1000000000" });
const printer = `
import { writeSync } from "node:fs";
const began = Date.now();
let printed = 0;
setInterval(() => {
  const due = Math.floor(((Date.now() - began) * 1000) / 1000);
  const line = () => JSON.stringify({ message: \`order \${++printed} filled\`, symbol: "AAPL" }) + "\\n";
  const text = Array.from({ length: due - printed }, line).join("");
  if (text) writeSync(1, text);
}, 20);
`;
const seconds = Number(process.argv[2] ?? 20);
try {
  await platform.upload({ name: "x", type: "realtime", bot: printer });
  const bot = await platform.create({ name: "x", type: "realtime/x" });
  await platform.waitFor(bot, "running");
  await withBrowser(async (browser) => {
    const session = await signIn(browser, platform.url, platform.key);
    const page = await browser.newPage({ viewport, storageState: session });
    await page.goto(`${platform.url}/bots/${bot}/logs`);
    await page.locator("[data-count]").waitFor();
    await new Promise((r) => setTimeout(r, 3000));
    await page.evaluate(watch);
    const cdp = await browser.newBrowserCDPSession();
    const events: any[] = [];
    cdp.on("Tracing.dataCollected", ({ value }) => { for (const v of value) events.push(v); });
    await cdp.send("Tracing.start", { transferMode: "ReportEvents", traceConfig: { includedCategories: ["toplevel", "devtools.timeline", "v8", "disabled-by-default-v8.cpu_profiler"] } });
    await new Promise((r) => setTimeout(r, seconds * 1000));
    console.log(await seen(page), await page.evaluate("document.querySelector('[data-count]').textContent"));
    const done = new Promise((resolve) => cdp.once("Tracing.tracingComplete", resolve));
    await cdp.send("Tracing.end"); await done;
    writeFileSync("/tmp/echarts/trace-logs.json", JSON.stringify({ traceEvents: events }));
  });
} finally { await platform.close(); }
