import { existsSync } from "node:fs";
import type { MockPlatform } from "@botyard/mock-server";
import type { Browser, Page, WebSocketRoute } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { buildDashboard } from "../../../repo/src/build/dashboard.ts";
import { chromiumPath, launch, type Opened, openDashboard, violations } from "../support/dashboard.ts";

let browser: Browser | undefined;
let opened: Opened | undefined;
beforeAll(async () => {
  await buildDashboard();
  if (existsSync(chromiumPath)) browser = await launch();
});
afterAll(() => browser?.close());
beforeEach(({ skip }) => skip(!browser, "chromium is not installed"));
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

const lines = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `line ${from + at}.`);

/** A connection of the page that the test can cut, refuse, or let carry nothing. */
interface Wire {
  /** Whether new connections are refused. */
  down: boolean;
  /** Whether connections carry nothing, without being closed. */
  silent: boolean;
  opened: number;
  /** How many subscriptions the platform has confirmed. */
  subscribed: number;
  /** What the page sent over a silent connection. */
  dropped: string[];
  cut(code?: number): void;
}

async function wire(page: Page): Promise<Wire> {
  const routes = new Set<WebSocketRoute>();
  const made: Wire = {
    down: false,
    silent: false,
    opened: 0,
    subscribed: 0,
    dropped: [],
    cut(code = 1011) {
      // Not awaited: a page that leaves because of it does not answer.
      for (const route of routes) route.close({ code }).catch(() => {});
      routes.clear();
    },
  };
  await page.routeWebSocket(/\/stream$/, (route) => {
    if (made.down) return void route.close({ code: 1011 });
    made.opened += 1;
    routes.add(route);
    const server = route.connectToServer();
    route.onMessage((message) => {
      if (made.silent) made.dropped.push(String(message));
      else server.send(message);
    });
    server.onMessage((message) => {
      if (String(message).startsWith('{"op":"subscribed"')) made.subscribed += 1;
      if (!made.silent) route.send(message);
    });
  });
  return made;
}

/** Opens the log of a bot that has printed five lines. */
async function openLog(withClock = false): Promise<{ page: Page; mock: MockPlatform; net: Wire }> {
  const logs = lines(1, 5);
  opened = await openDashboard(browser!, { bots: [{ name: "b", bot_id: "bot_b", logs }] }, "/sign-in");
  const { page, mock } = opened;
  const net = await wire(page);
  if (withClock) await page.clock.install();
  await page.goto("/bots/bot_b/logs");
  await shows(page, 5);
  return { page, mock, net };
}

const shows = (page: Page, last: number) => page.getByText(`line ${last}.`, { exact: true }).waitFor();
const shown = async (page: Page) =>
  (await page.getByText(/^line \d+\.$/).allTextContents()).map((text) => Number(/\d+/.exec(text)![0]));
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
/** Not a click on the button: the next attempt may come before it, and remove the button. */
const networkReturns = (page: Page) => page.evaluate("dispatchEvent(new Event('online'))");
const patiently = { timeout: 15_000 };
const banner = (page: Page) => page.getByText("Connection lost", { exact: true });

test("a lost connection is announced with a countdown, and later every line is shown once", async () => {
  const { page, mock, net } = await openLog();
  net.down = true;
  net.cut();
  await banner(page).waitFor();
  await page.getByText(/Retrying in \d+ s\./).waitFor();
  await page.locator("main[data-stale]").waitFor();
  expect(await page.getByRole("button", { name: "Retry now" }).count()).toBe(1);
  expect(await violations(page)).toEqual([]);
  mock.addLogs("b", lines(6, 9));
  net.down = false;
  await networkReturns(page);
  await shows(page, 9);
  expect(await shown(page)).toEqual(upTo(9));
  await banner(page).waitFor({ state: "detached" });
  expect(await page.locator("main[data-stale]").count()).toBe(0);
});

test("a connection that carries nothing any more is replaced, and no line is missed", async () => {
  const { page, mock, net } = await openLog(true);
  const before = net.opened;
  net.silent = true;
  mock.addLogs("b", lines(6, 7));
  await page.clock.fastForward(15_000);
  await expect.poll(() => net.dropped.at(-1), patiently).toContain('"ping"');
  net.silent = false;
  await page.clock.fastForward(10_000);
  await expect
    .poll(async () => {
      await page.clock.fastForward(500);
      return net.opened;
    }, patiently)
    .toBe(before + 1);
  await shows(page, 7);
  expect(await shown(page)).toEqual(upTo(7));
});

test("lines that were removed while there was no connection are counted", async () => {
  const { page, mock, net } = await openLog();
  net.down = true;
  net.cut();
  await banner(page).waitFor();
  mock.addLogs("b", lines(6, 20));
  mock.expire("b", "logs", 18);
  net.down = false;
  await networkReturns(page);
  await page.getByText("13 were removed before they could be shown").waitFor();
  expect(await shown(page)).toEqual([...upTo(5), 19, 20]);
});
