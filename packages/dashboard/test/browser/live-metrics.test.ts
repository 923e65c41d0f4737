import { readFile } from "node:fs/promises";
import type { MetricFixture, Scenario } from "@botyard/mock-server";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { useBrowser } from "../support/browser.ts";

const openPage = useBrowser();
const path = "/bots/bot_1/metrics";
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();
const many = (count: number, type = "equity"): MetricFixture[] =>
  Array.from({ length: count }, (_, at) => ({ type, time: ago((count - at) / 10), data: { value: at } }));
const withMetrics = (metrics: MetricFixture[]): Scenario => ({
  bots: [{ name: "one", bot_id: "bot_1", metrics }],
});
const chart = (page: Page, name: RegExp) => page.getByRole("application", { name });

test("a history of 5,000 metrics is whole after a lost connection, each once", async () => {
  const metrics = ["a", "b", "c", "d"].flatMap((type) => many(1_250, type));
  const { page, mock } = await openPage(withMetrics(metrics), path);
  await chart(page, /^d\. value: last 1,249/).waitFor();
  await mock.requested("subscribe");
  mock.cutStreams();
  mock.addMetrics("one", [{ type: "d", data: { value: 5_000 } }]);
  await chart(page, /^d\. value: last 5,000/).waitFor();
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  const text = await readFile(await (await saving).path(), "utf8");
  const numbers = text.trimEnd().split("\r\n").slice(1).map(Number.parseFloat);
  expect(numbers).toEqual(Array.from({ length: 5_001 }, (_, at) => at + 1));
});

test("after 5,000 live metrics the range is loaded again, once, and the chart goes on", async () => {
  const { page, mock } = await openPage(withMetrics(many(1_500)), path);
  await chart(page, /^equity\. value: last 1,499,/).waitFor();
  await mock.requested("subscribe");
  const loads = () => mock.requests.filter(({ operation }) => operation === "listMetrics").length;
  mock.addMetrics("one", many(5_000));
  await page.getByText(/of 6,500 metrics are drawn/).waitFor();
  expect(loads()).toBe(2);
  mock.addMetrics("one", [{ type: "equity", data: { value: -1 } }]);
  await chart(page, /^equity\. value: last -1,/).waitFor();
  mock.addMetrics("one", [{ type: "equity", data: { value: -2 } }]);
  await chart(page, /^equity\. value: last -2,/).waitFor();
  expect(loads()).toBe(2);
});

test("metrics that were dropped, or removed before they could be read, are told; another range forgets the latter", async () => {
  const { page, mock } = await openPage(withMetrics(many(10)), path);
  await chart(page, /^equity/).waitFor();
  await mock.requested("subscribe");
  mock.cutStreams();
  mock.addMetrics("one", many(20));
  mock.expire("one", "metrics", 29);
  mock.addLogs("one", [{ message: "too fast", dropped_metrics: 7 }]);
  await page.getByText("19 metrics were removed before this page could read them.").waitFor();
  await page.getByRole("combobox", { name: "Time", exact: true }).selectOption("15m");
  await page.getByText("7 metrics were dropped because the bot wrote faster").waitFor();
  expect(await page.getByText("were removed before").count()).toBe(0);
});

test("metrics that are dropped while the page is open are told without loading the range again", async () => {
  const { page, mock } = await openPage(withMetrics(many(10)), "/sign-in");
  await page.clock.install();
  await page.goto(path);
  await chart(page, /^equity/).waitFor();
  await mock.requested("subscribe");
  mock.clearRequests();
  mock.addLogs("one", [{ message: "too fast", dropped_metrics: 7 }]);
  await page.clock.fastForward(15_000);
  await page.getByText("7 metrics were dropped because the bot wrote faster").waitFor();
  expect(mock.requests.map(({ operation }) => operation)).not.toContain("listMetrics");
});

test("charts that are zoomed do not follow the bot, and follow it again with the whole range", async () => {
  const { page, mock } = await openPage(withMetrics(many(100)), path);
  await chart(page, /last 99,/)
    .locator("canvas")
    .waitFor();
  await mock.requested("subscribe");
  await chart(page, /^equity/).focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("+");
  await page.waitForURL(/from=/);
  await chart(page, /last (?!99,)/).waitFor();
  mock.addMetrics("one", [{ type: "equity", data: { value: 7_777 } }]);
  for (const view of ["Show table", "Show charts", "Show table"])
    await page.getByRole("button", { name: view }).click();
  await page.getByRole("heading", { name: /^Newest \d+ metrics/ }).waitFor();
  expect(await page.getByText('"value":7777').count()).toBe(0);
  await page.getByRole("button", { name: "Show charts" }).click();
  await chart(page, /^equity/).focus();
  await page.keyboard.press("0");
  await chart(page, /last 7,777/).waitFor();
  mock.addMetrics("one", [{ type: "equity", data: { value: 8_888 } }]);
  await chart(page, /last 8,888/).waitFor();
});

test("a request that a later choice has made needless is cancelled, and its answer not waited for", async () => {
  const { page } = await openPage(withMetrics([...many(10), { ...many(1)[0]!, time: ago(50_000) }]), path);
  await chart(page, /^equity/).waitFor();
  let held = 0;
  await page.route(/\/metrics\?.*max_points/, async (route) => {
    held += 1;
    if (held > 1) await route.continue();
  });
  const cancelled = page.waitForEvent("requestfailed", (request) => request.url().includes("max_points"));
  const times = page.getByRole("combobox", { name: "Time", exact: true });
  await times.selectOption("15m");
  await expect.poll(() => held).toBe(1);
  await times.selectOption("24h");
  await cancelled;
  await page.getByRole("button", { name: "Show table" }).click();
  await page.getByRole("heading", { name: "Newest 11 metrics" }).waitFor();
});

test("what one bot emits is never drawn for another", async () => {
  const bots = [
    { name: "one", bot_id: "bot_1", metrics: many(10) },
    { name: "two", bot_id: "bot_2", metrics: many(10, "other") },
  ];
  const { page, mock } = await openPage({ bots }, path);
  await chart(page, /^equity/).waitFor();
  await mock.requested("subscribe");
  mock.addMetrics("one", [{ type: "equity", data: { value: 7_777 } }]);
  await chart(page, /last 7,777/).waitFor();
  await page.getByRole("link", { name: "Bots", exact: true }).click();
  await page.getByRole("link", { name: "two" }).click();
  await chart(page, /^other/).waitFor();
  expect(await chart(page, /^equity/).count()).toBe(0);
});
