import type { Browser, BrowserContext, Page } from "playwright-core";
import { launchChromium } from "../drive/chromium.ts";
import { until } from "../drive/platform.ts";
import { signInLink } from "../start/sign-in-link.ts";

export const viewport = { width: 1280, height: 800 };

/** Runs `measure` with a browser. */
export async function withBrowser<T>(measure: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await launchChromium("--js-flags=--expose-gc");
  try {
    return await measure(browser);
  } finally {
    await browser.close();
  }
}

/** The session of a user who has signed in, for new contexts, which have nothing else. */
export type Session = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** Signs in as the admin of a platform. */
export async function signIn(browser: Browser, url: string, key: string): Promise<Session> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(await signInLink(url, key));
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(`${url}/`);
  // The cookie, and the page key in the storage.
  const session = await context.storageState();
  await context.close();
  return session;
}

/**
 * Evaluates an expression in the page until its value is true, and returns it; at most so many milliseconds.
 * `page.waitForFunction` uses `eval`, which the policy of the dashboard forbids.
 */
export async function evaluateUntil<T>(page: Page, expression: string, milliseconds = 60_000): Promise<T> {
  const deadline = Date.now() + milliseconds;
  return until(async () => {
    if (Date.now() > deadline) throw new Error(`After ${milliseconds} ms the page has no ${expression}.`);
    return (await page.evaluate(expression)) as T;
  });
}

/** Runs in the page: notes long tasks and the largest number of elements. */
export const watch = `
  globalThis.seen = { longest: 0, tasks: 0, nodes: 0 };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      seen.longest = Math.max(seen.longest, duration);
      seen.tasks++;
    }
  }).observe({ type: "longtask", buffered: true });
  setInterval(() => {
    seen.nodes = Math.max(seen.nodes, document.querySelectorAll("*").length);
  }, 250);
`;

export interface Seen {
  /** Milliseconds of the longest task over 50 ms. */
  longest: number;
  /** Number of tasks over 50 ms. */
  tasks: number;
  nodes: number;
}

export const seen = (page: Page): Promise<Seen> => page.evaluate<Seen>("seen");

export async function heapMegabytes(page: Page): Promise<number> {
  return page.evaluate<number>("(gc(), performance.memory.usedJSHeapSize / 1024 / 1024)");
}
