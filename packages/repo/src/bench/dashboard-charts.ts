import { whyNoChromium } from "../drive/chromium.ts";
import { withBrowser } from "./browser.ts";
import { historyRow } from "./dashboard-history.ts";
import { liveRow } from "./dashboard-live.ts";
import { firstPaintRow } from "./dashboard-paint.ts";
import type { Amount, Row, Skipped } from "./numbers.ts";
import type { Scene } from "./scene.ts";

/** Measures the charts of the dashboard in a browser: how soon they are drawn, live and with a long history. */
export async function* dashboardCharts(scene: Scene, amount: Amount): AsyncGenerator<Row | Skipped> {
  if (whyNoChromium) return yield { name: "charts in a browser", skipped: whyNoChromium };
  yield await withBrowser((browser) => firstPaintRow(browser, amount(15, 1)));
  yield await withBrowser((browser) => liveRow(browser, scene, amount(30, 2)));
  yield await withBrowser((browser) => historyRow(browser, scene, amount(1_000_000, 50_000)));
}
