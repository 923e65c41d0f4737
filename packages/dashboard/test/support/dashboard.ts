import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createMockPlatform, type MockPlatform, type Scenario } from "@botyard/mock-server";
import type { AxeResults } from "axe-core";
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { launchChromium } from "../../../repo/src/drive/chromium.ts";
import { type Front, openFront } from "./front.ts";

let launched: Promise<Browser> | undefined;

/** The browser of all files of this worker; it ends with the worker. Each test has a profile of its own in it. */
export async function launch(): Promise<Browser> {
  if (!(await launched)?.isConnected()) launched = launchChromium();
  return launched!;
}

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
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe);
  const { violations } = await page.evaluate<AxeResults>(
    "axe.run(document, { resultTypes: ['violations'] })",
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(" | ")}`);
}

/**
 * What is wrong with the page in light and in dark, in a narrow and in a usual window: serious violations of accessibility,
 * and content wider than the window. All on one page, because loading one takes longer than looking at it.
 */
export async function flaws(page: Page): Promise<string[]> {
  const before = page.viewportSize()!;
  const found: string[] = [];
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await drawn(page);
      for (const violation of await violations(page))
        found.push(`${colorScheme}, ${width} pixels: ${violation}`);
    }
    const wider = await overflow(page);
    if (wider > 0) found.push(`${width} pixels: ${wider} pixels wider than the window`);
  }
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize(before);
  return found;
}

/** Resolves when the page has drawn what it changes because of its size and its colours. */
const drawn = (page: Page): Promise<void> =>
  page.evaluate(
    "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))",
  );

/**
 * Shows another address as after a click on a link, which takes a fraction of loading it. Resolves when the page is drawn, of
 * which parts may still be loading; {@link settled} waits for those.
 */
export async function follow(page: Page, path: string): Promise<void> {
  // Over an address that does not exist, so that the next page keeps nothing of the last one.
  for (const to of ["/nowhere", path]) {
    await page.evaluate(
      `history.pushState(null, "", ${JSON.stringify(to)}); dispatchEvent(new PopStateEvent("popstate"))`,
    );
    await drawn(page);
  }
}

/** Resolves when nothing of the page is loading any more. */
export const settled = (page: Page): Promise<void> =>
  expect.poll(() => page.getByText("Loading …").count()).toBe(0);

/**
 * Lets time pass in the page, as much again and again, until it shows something or does not any more. The page's clock must be
 * installed.
 */
export const pass = (page: Page, ms: number, shown: Locator, isShown = true): Promise<void> =>
  expect
    .poll(
      async () => {
        await page.clock.fastForward(ms);
        return shown.isVisible();
      },
      { timeout: 15_000, interval: 100 },
    )
    .toBe(isShown);

/** Has a page refresh nothing from time to time, so that what it shows is due to an event. Call it before the page is loaded. */
export async function hide(page: Page): Promise<void> {
  await page.addInitScript("Object.defineProperty(document, 'visibilityState', { value: 'hidden' })");
}

/** By how many pixels the page is wider than its window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
