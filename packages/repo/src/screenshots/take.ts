import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { signInLink } from "../start/sign-in-link.ts";
import { type Demo, startDemo, tradeFor } from "./demo.ts";
import { type Picture, pictures, size } from "./pictures.ts";

/** Each run of the bot sees the next trading day or two. */
const daySeconds = 0.5;

/** Takes every picture of the running demo, and writes it to the folder. */
export async function takePictures(folder: string, executablePath = "/usr/bin/chromium"): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const demo = await startDemo(daySeconds);
  try {
    const botId = await tradeFor(demo);
    const browser = await chromium.launch({ executablePath, args: ["--disable-gpu"] });
    try {
      for (const picture of pictures) await take(browser, demo, botId, picture, folder);
    } finally {
      await browser.close();
    }
  } finally {
    await demo.stop();
  }
}

async function take(
  browser: Browser,
  demo: Demo,
  botId: string,
  { file, page: shown, colours }: Picture,
  folder: string,
): Promise<void> {
  const context = await browser.newContext({
    viewport: size,
    colorScheme: colours,
    reducedMotion: "reduce",
    baseURL: demo.url,
  });
  const page = await context.newPage();
  await page.goto(await signInLink(demo.url, demo.key));
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("link", { name: "ibm-crossover" }).first().waitFor();
  if (shown === "metrics") {
    await page.goto(`/bots/${botId}/metrics`);
    await page.locator("canvas").nth(0).waitFor();
  }
  await page.evaluate("document.fonts.ready");
  await page.waitForLoadState("networkidle");
  await page.screenshot({ path: join(folder, file), animations: "disabled" });
  await context.close();
}
