import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { useBrowser } from "../support/browser.ts";
import { flaws, overflow } from "../support/dashboard.ts";

const open = useBrowser();
const scenario = { bots: [{ name: "steady", bot_id: "bot_steady" }] };
const focused = (page: Page) => page.evaluate<string>("document.activeElement.textContent");
const ground = (page: Page) => page.evaluate<string>("getComputedStyle(document.body).backgroundColor");
const openSettings = (page: Page) => page.getByRole("button", { name: /settings and sign-out$/ }).click();
const dark = "rgb(15, 18, 22)";

test("the title of the browser's tab names the page, a bot and its tab", async () => {
  const { page } = await open(scenario);
  await page.waitForFunction("document.title === 'Bots · Botyard'");
  await page.getByRole("link", { name: "API keys" }).click();
  await page.waitForFunction("document.title === 'API keys · Botyard'");
  await page.goto("/bots/bot_steady/events");
  await page.waitForFunction("document.title === 'Events · steady · Botyard'");
  await page.getByRole("link", { name: "State" }).click();
  await page.waitForFunction("document.title === 'State · steady · Botyard'");
});

test("the keyboard goes on at the heading of another page, and stays on the tab within a bot", async () => {
  const { page } = await open(scenario);
  await page.getByRole("link", { name: "steady" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction("document.activeElement.tagName === 'H1'");
  expect(await focused(page)).toBe("steady");
  await page.getByRole("link", { name: "Events" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/events");
  await page.waitForFunction("document.title.startsWith('Events')");
  expect(await focused(page)).toBe("Events");
});

test("the first step of the keyboard skips the navigation", async () => {
  const { page } = await open(scenario);
  await page.getByRole("link", { name: "steady" }).waitFor();
  await page.keyboard.press("Tab");
  expect(await focused(page)).toBe("Skip to content");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  expect(await page.evaluate("document.activeElement.closest('main') !== null")).toBe(true);
});

test("a chosen theme is shown at once", async () => {
  const { page } = await open(scenario, "/", { colorScheme: "light" });
  await openSettings(page);
  await page.getByLabel("Colours").selectOption("dark");
  expect(await ground(page)).toBe(dark);
  await page.getByLabel("Colours").selectOption("light");
  expect(await ground(page)).not.toBe(dark);
});

test("times are written in the chosen zone, on charts too, and the choice is kept", async () => {
  const metrics = [{ type: "tick", time: "2026-11-03T09:05:09Z", data: { price: 1 } }];
  const bots = [{ name: "steady", bot_id: "bot_steady", metrics }];
  const { page } = await open({ bots }, "/bots/bot_steady?range=all", { timezoneId: "Asia/Kolkata" });
  const shown = page.locator(".legend .soft");
  await shown.getByText("3 Nov 2026, 14:35:09").waitFor();
  await openSettings(page);
  await page.getByLabel("Show times in").selectOption("utc");
  await shown.getByText("3 Nov 2026, 09:05:09").waitFor();
  await page.reload();
  await shown.getByText("3 Nov 2026, 09:05:09").waitFor();
  await openSettings(page);
  await page.getByLabel("Show times in").selectOption("local");
  await shown.getByText("3 Nov 2026, 14:35:09").waitFor();
});

const keysCode = "**/assets/keys-page-*.js";

test("after an update of the platform, a page whose files are gone is loaded again by itself", async () => {
  const { page, complaints } = await open(scenario);
  await page.getByRole("link", { name: "steady" }).waitFor();
  await page.route(keysCode, (route) => route.fulfill({ status: 404 }), { times: 1 });
  await page.getByRole("link", { name: "API keys" }).click();
  await page.getByRole("heading", { name: "API keys" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/keys");
  expect(complaints.splice(0).join()).toMatch(/404/);
});

test("a page whose files stay missing is loaded again once, then says so, and is there when they are", async () => {
  const { page, complaints } = await open(scenario);
  await page.getByRole("link", { name: "steady" }).waitFor();
  let loads = 0;
  page.on("load", () => {
    loads += 1;
  });
  await page.route(keysCode, (route) => route.fulfill({ status: 404 }));
  await page.getByRole("link", { name: "API keys" }).click();
  await page.getByRole("alert").getByText("This page could not be loaded.").waitFor();
  expect(loads).toBe(1);
  expect(complaints.splice(0).join()).toMatch(/404/);
  await page.unroute(keysCode);
  await page.getByRole("button", { name: "Reload" }).click();
  await page.getByRole("heading", { name: "API keys" }).waitFor();
});

test("an address without a page says so and leads back", async () => {
  const { page } = await open(scenario, "/no/such/page");
  await page.getByRole("heading", { name: "Page not found" }).waitFor();
  await page.getByText("/no/such/page").waitFor();
  expect(await page.title()).toBe("Page not found · Botyard");
  await page.getByRole("link", { name: "All bots" }).click();
  await page.getByRole("link", { name: "steady" }).waitFor();
});

test("an ended session leads to the sign-in page, which knows the way back to the same view", async () => {
  const { page, mock, complaints } = await open(scenario, "/?q=ste");
  await page.getByRole("link", { name: "steady" }).waitFor();
  mock.fail({ status: 401, body: "{}" });
  await page.reload();
  await page.waitForURL(`**/sign-in?next=${encodeURIComponent("/?q=ste")}`);
  expect(complaints.splice(0).join()).toMatch(/401/);
});

test("a view whose first requests have all failed is there after one retry", async () => {
  const { page, complaints } = await open(scenario);
  await page.getByRole("link", { name: "steady" }).waitFor();
  await page.route("**/api/v1/**", (route) => route.abort());
  await page.goto("/bots/bot_steady/metrics");
  const retry = page.getByRole("main").getByRole("button", { name: "Retry" });
  await retry.waitFor();
  await page.unroute("**/api/v1/**");
  await retry.click();
  await page.getByRole("heading", { name: "steady" }).waitFor();
  await page.getByRole("heading", { name: "No metrics yet" }).waitFor();
  expect(complaints.splice(0).join()).toMatch(/ERR_FAILED/);
});

test("at twice the size of the text, and in narrow windows, nothing is cut", async () => {
  const { page } = await open(scenario, "/", { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 });
  for (const path of ["/", "/keys", "/secrets", "/assistant", "/system", "/users", "/custom-bots"]) {
    await page.goto(path);
    await page.getByRole("main").locator("table, .panel").first().waitFor();
    expect(await overflow(page), path).toBeLessThanOrEqual(0);
  }
});

test("the frame is accessible", async () => {
  const { page } = await open(scenario, "/no/such/page");
  await page.getByRole("heading", { name: "Page not found" }).waitFor();
  expect(await flaws(page)).toEqual([]);
});
