import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { launchChromium } from "../drive/chromium.ts";
import { until } from "../drive/platform.ts";
import { signInLink } from "../start/sign-in-link.ts";
import { type Demo, startDemo } from "./demo.ts";
import { type Enough, makeHistory } from "./history.ts";
import { type Picture, pictures, sizeOf } from "./pictures.ts";

/** Each run of the scheduled bot sees the next trading day or two. */
const daySeconds = 0.5;
const usual: Enough = { prices: 60, signals: 3, samples: 12 };

/** Takes every picture of the running demo, and writes it to the folder. */
export async function takePictures(folder: string, enough: Enough = usual): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const demo = await startDemo(daySeconds);
  try {
    const browser = await launchChromium();
    const history = await makeHistory(demo, enough);
    try {
      for (const colours of ["light", "dark"] as const) {
        const context = await browser.newContext({
          colorScheme: colours,
          reducedMotion: "reduce",
          baseURL: demo.url,
        });
        const page = await signIn(context, demo);
        for (const picture of pictures.filter((one) => one.colours === colours))
          await take(page, picture, history.botId, join(folder, picture.file));
        await context.close();
      }
    } finally {
      await history.stop();
      await browser.close();
    }
  } finally {
    await demo.stop();
  }
}

async function signIn(context: BrowserContext, demo: Demo): Promise<Page> {
  const page = await context.newPage();
  await page.goto(await signInLink(demo.url, demo.key));
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("/");
  return page;
}

/**
 * In the page: how many charts have a line. It has a colour, while axes and their labels are grey, and goes through more of
 * the width than the marks of signals do.
 */
const drawnCharts = `[...document.querySelectorAll(".chart canvas")].filter((canvas) => {
  const { width, height } = canvas;
  const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
  const columns = new Set();
  for (let at = 0; at < data.length; at += 4) {
    const colour = data.subarray(at, at + 3);
    if (data[at + 3] > 200 && Math.max(...colour) - Math.min(...colour) > 60) columns.add((at / 4) % width);
  }
  return columns.size > width / 4;
}).length`;

/** Longest time in which a page draws what it has. */
const drawnWithinMs = 30_000;

async function take(page: Page, picture: Picture, botId: string, path: string): Promise<void> {
  await page.setViewportSize(sizeOf(picture));
  await page.goto(picture.page === "bots" ? "/" : `/bots/${botId}/metrics`);
  if (picture.page === "bots") await page.locator("tbody tr .sparkline path").nth(2).waitFor();
  else {
    await page.getByText("256 MiB").waitFor();
    const late = Date.now() + drawnWithinMs;
    await until(async () => {
      if (Date.now() > late) throw new Error(`${page.url()} has drawn no chart.`);
      return Number(await page.evaluate(drawnCharts)) > 0;
    });
  }
  await page.evaluate("document.fonts.ready");
  await page.screenshot({ path, animations: "disabled" });
}
