import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { useBrowser } from "../support/browser.ts";
import { computing } from "../support/processor.ts";
import { wire } from "../support/wire.ts";

const openPage = useBrowser();

/** Bots with numbers from 1; each tenth one is scheduled. */
const bots = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    name: `bot-${at + 1}`,
    bot_id: `bot_${at + 1}`,
    type: (at + 1) % 10 === 0 ? "scheduled/report" : "realtime/watch",
  }));
const names = (page: Page) => page.locator("tbody th a").allTextContents();
const row = (page: Page, name: string) =>
  page.getByRole("row").filter({ has: page.getByRole("link", { name, exact: true }) });
const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `bot-${from + at}`);

test("120 bots are on pages of 50, which the address names", async () => {
  const { page } = await openPage({ bots: bots(120) }, "/?sort=name");
  await page.getByText("1–50 of 120").waitFor();
  expect(await names(page)).toEqual(numbered(1, 50));
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await page.getByText("51–100 of 120").waitFor();
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await page.waitForURL("**/?sort=name&page=3");
  expect(await names(page)).toEqual(numbered(101, 120));
  expect(await page.getByRole("button", { name: "Next", exact: true }).isDisabled()).toBe(true);
  await page.reload();
  await page.getByText("101–120 of 120").waitFor();
  // A search begins at its own first page.
  await page.getByRole("searchbox").fill("report");
  await page.getByRole("link", { name: "bot-10", exact: true }).waitFor();
  expect(await names(page)).toEqual(numbered(1, 12).map((name) => `${name}0`));
});

test("the bots of each page are followed live over one connection, and only those", async () => {
  const { page, mock } = await openPage({ bots: bots(120) }, "/sign-in");
  const net = await wire(page);
  await page.goto("/?sort=name");
  await expect.poll(() => net.subscribed).toBe(50);
  mock.setStatus("bot-50", "backing_off", { reason: "crash_loop", detail: "It ended." });
  await row(page, "bot-50").getByText("backing off").waitFor();
  // The event says the status only, the list the reason.
  await row(page, "bot-50").getByText("It ended.").waitFor();
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await expect.poll(() => net.subscribed).toBe(100);
  mock.setStatus("bot-100", "stopped");
  await row(page, "bot-100").getByText("stopped").waitFor();
  expect(net.opened).toBe(1);
});

test("1,000 bots are searched, filtered and followed without keeping the page busy", async () => {
  const { page, mock } = await openPage({ bots: bots(1_000) });
  await page.getByText("1–50 of 1,000").waitFor();
  await expect.poll(() => mock.requests.filter(({ operation }) => operation === "subscribe").length).toBe(50);
  const searched = await computing(page);
  await page.getByRole("searchbox").pressSequentially("bot-1000");
  await page.waitForURL("**/?q=bot-1000");
  await expect.poll(() => names(page)).toEqual(["bot-1000"]);
  expect(await searched()).toBeLessThan(8 * 100);
  await page.getByRole("searchbox").fill("");
  await page.getByRole("combobox", { name: /^Custom bot/ }).selectOption("report");
  await page.getByText("1–50 of 100").waitFor();
  await page.getByRole("combobox", { name: /^Custom bot/ }).selectOption("");
  await page.getByText("1–50 of 1,000").waitFor();

  const followed = await computing(page);
  mock.clearRequests();
  for (const status of ["stopping", "stopped", "starting", "failed"] as const)
    for (const name of numbered(1, 50)) mock.setStatus(name, status);
  await expect.poll(() => page.getByRole("button", { name: "50 failed" }).count()).toBe(1);
  expect(await followed()).toBeLessThan(2_000);
  // A list of 1,000 bots has five pages. It is asked for a few times, not for each of the 200 changes.
  expect(mock.requests.filter(({ operation }) => operation === "listBots").length).toBeLessThan(50);
  await page.getByRole("button", { name: "50 failed" }).click();
  expect((await names(page)).toSorted()).toEqual(numbered(1, 50).toSorted());
});
