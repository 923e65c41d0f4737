import type { Scenario } from "@botyard/mock-server";
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, test } from "vitest";
import { addressesOf } from "../support/addresses.ts";
import { useBrowser } from "../support/browser.ts";
import { follow, overflow, settled, violations } from "../support/dashboard.ts";

const openPage = useBrowser();

const looks: [string, BrowserContextOptions][] = [
  ["light, 1280 pixels", { colorScheme: "light", viewport: { width: 1280, height: 800 } }],
  ["dark, 320 pixels", { colorScheme: "dark", viewport: { width: 320, height: 800 } }],
];
/** A bot that has just been created, and has done nothing. */
const scenario: Scenario = {
  bots: [{ name: "new", bot_id: "bot_new", type: "scheduled/report", status: "stopped" }],
};
const addresses = addressesOf("bot_new", "report");
/** Has nothing to load. */
const fixed = ["/assistant"];

/** What is wrong with the page as it is now. */
async function faults(page: Page, path: string): Promise<string[]> {
  const wider = await overflow(page);
  return [
    ...(await violations(page)).map((violation) => `${path}: ${violation}`),
    ...(wider > 0 ? [`${path}: ${wider} pixels wider than the window`] : []),
  ];
}

for (const [look, options] of looks)
  test(`an error says what happened, which request it was, and can be tried again, at every address: ${look}`, async () => {
    const { page, mock, complaints } = await openPage(scenario, "/", options);
    const found: string[] = [];
    for (const path of addresses.filter((one) => !fixed.includes(one))) {
      mock.fail({ code: "internal_error", detail: "The disk is on fire." });
      // The bot itself is known, only what a tab shows of it is not.
      if (/^.bots.bot_new./.test(path)) mock.fail({ operation: "getBot" });
      await follow(page, path);
      const alert = page.getByRole("alert").filter({ hasText: "The disk is on fire." }).first();
      await alert.waitFor();
      await alert.getByText(/Request req_/).waitFor();
      await settled(page);
      found.push(...(await faults(page, path)));
      mock.clearFailures();
      await retryAll(page, path);
    }
    expect(found).toEqual([]);
    complaints.splice(0);
  });

/** Clicks every button until no error is left. One answer may end several of them. */
async function retryAll(page: Page, path: string): Promise<void> {
  const retry = page.getByRole("alert").getByRole("button", { name: "Retry" });
  await expect
    .poll(
      async () => {
        if ((await retry.count()) > 0)
          await retry
            .first()
            .click({ timeout: 1_000 })
            .catch(() => {});
        return page.getByRole("alert").count();
      },
      { message: path, timeout: 10_000 },
    )
    .toBe(0);
}

/** The command that fills each page that can be empty. */
const commands: Record<string, RegExp> = {
  "/": /platform /,
  "/compare": /metric\(/,
  "/deploy": /platform custom-bot deploy/,
  "/custom-bots": /platform custom-bot init/,
  "/bots/bot_new": /metric\(/,
  "/bots/bot_new/metrics": /metric\(/,
  "/bots/bot_new/logs": /platform bot logs new -w/,
  "/bots/bot_new/runs": /platform bot start new/,
  "/bots/bot_new/state": /state\.set\(/,
};

for (const [look, options] of looks)
  test(`where nothing is to be seen yet, the page says what fills it: ${look}`, async () => {
    const { page } = await openPage(scenario, "/nowhere", options);
    const found: string[] = [];
    for (const path of addresses) {
      const ofBots = path.startsWith("/bots/") || path.startsWith("/custom-bots/");
      await page.unroute("**/api/v1/**");
      if (!ofBots)
        for (const [list, answer] of [
          ["bots?*", { items: [] }],
          ["bots", { items: [] }],
          ["custom-bots*", { custom_bots: [], items: [] }],
        ] as const)
          await page.route(`**/api/v1/${list}`, (route) => route.fulfill({ json: answer }));
      await follow(page, path);
      await page.getByRole("main").getByRole("heading").first().waitFor();
      await settled(page);
      const command = commands[path];
      if (command)
        await expect.poll(() => page.getByRole("main").textContent(), { message: path }).toMatch(command);
      found.push(...(await faults(page, path)));
    }
    expect(found).toEqual([]);
  });

test("while a page loads, its place is kept, and what comes moves nothing", async () => {
  const { page } = await openPage(scenario, "/nowhere");
  await page.addInitScript(`
    window.moved = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.moved += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  `);
  const found: string[] = [];
  for (const path of addresses.filter((one) => !fixed.includes(one))) {
    const { promise: seen, resolve: goOn } = Promise.withResolvers<void>();
    const isHeld = (url: URL) =>
      url.pathname.startsWith("/api/v1/") && !url.pathname.endsWith("/auth/status");
    await page.route(isHeld, async (route) => {
      await seen;
      await route.continue();
    });
    await page.goto(path);
    await page.getByText("Loading …").first().waitFor({ state: "attached" });
    goOn();
    await settled(page);
    await page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))");
    const moved = await page.evaluate<number>("window.moved");
    // What Google's Web Vitals call good.
    if (moved > 0.1) found.push(`${path}: ${moved}`);
    await page.unroute(isHeld);
  }
  expect(found).toEqual([]);
});

for (const [look, options] of looks)
  test(`without a connection, every page says that it may be out of date: ${look}`, async () => {
    const { page } = await openPage(scenario, "/nowhere", options);
    await page.routeWebSocket(/\/stream$/, (route) => void route.close({ code: 1011 }));
    await page.reload();
    await page.getByText("Connection lost", { exact: true }).waitFor();
    const found: string[] = [];
    for (const path of addresses) {
      await follow(page, path);
      await page.getByText("Connection lost", { exact: true }).waitFor();
      await page.locator("main[data-stale]").waitFor();
      await page.getByRole("button", { name: "Retry now" }).waitFor();
      await settled(page);
      found.push(...(await faults(page, path)));
    }
    expect(found).toEqual([]);
  });
