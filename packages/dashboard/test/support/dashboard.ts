import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createMockPlatform, type MockPlatform, type Scenario } from "@botyard/mock-server";
import type { AxeResults } from "axe-core";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { type Front, openFront } from "./front.ts";

/** Debian's; the package chromium. */
export const chromiumPath = "/usr/bin/chromium";

export const launch = (): Promise<Browser> =>
  chromium.launch({ executablePath: chromiumPath, args: ["--disable-gpu"] });

export interface Opened {
  mock: MockPlatform;
  page: Page;
  front: Front;
  /** What the page did that it should not: messages of the console, errors, requests to other hosts. */
  complaints: string[];
  close(): Promise<void>;
}

/** Opens the dashboard of a mock platform in a new browser profile. */
export async function openDashboard(
  browser: Browser,
  scenario: Scenario,
  path = "/",
  options: BrowserContextOptions = {},
): Promise<Opened> {
  const mock = await createMockPlatform(scenario);
  await mock.listen();
  const front = await openFront(mock);
  const { url } = front;
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    ...options,
    baseURL: url,
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith(url.replace("http", "ws")))
      complaints.push(`requested ${request.url()}`);
  });
  await page.goto(path);
  return {
    mock,
    page,
    front,
    complaints,
    async close() {
      await context.close();
      await front.leave();
      await mock.close();
    },
  };
}

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The serious and critical violations of accessibility rules that axe finds in the page. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const { violations } = await page.evaluate<AxeResults>(
    "axe.run(document, { resultTypes: ['violations'] })",
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(" | ")}`);
}

/** By how many pixels the page is wider than its window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
