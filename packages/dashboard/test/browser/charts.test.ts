import type { MetricFixture, Scenario } from "@botyard/mock-server";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { useBrowser } from "../support/browser.ts";

const openPage = useBrowser();
const path = "/bots/bot_1/metrics";
const start = Date.parse("2026-11-20T12:00:00Z") / 1000;
const at = (second: number) => new Date((start + second) * 1000).toISOString();
const price = (second: number, value = 100 + (second % 7)): MetricFixture => ({
  type: "tick",
  time: at(second),
  data: { symbol: "AAPL", price: value },
});
const every = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => price(from + index));
const withMetrics = (metrics: MetricFixture[]): Scenario => ({
  bots: [{ name: "one", bot_id: "bot_1", metrics }],
});
const shown = (from: number, to: number) => `${path}?from=${at(from)}&to=${at(to)}`;
const charts = (page: Page) => page.getByRole("application");

/** In which tenths of the first chart there is a line or a marker: anything that is not grey. */
const coloured = (page: Page) =>
  page.evaluate<number[]>(`(() => {
    const canvas = document.querySelector(".chart canvas");
    const box = document.querySelector(".chart .u-over");
    if (!canvas) return [];
    const found = new Set();
    const { data, width } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    for (let index = 0; index < data.length; index += 4) {
      const colour = data.subarray(index, index + 3);
      if (data[index + 3] < 200 || Math.max(...colour) - Math.min(...colour) < 60) continue;
      found.add(Math.floor((((index / 4) % width) - box.offsetLeft) / (box.offsetWidth / 10)));
    }
    return [...found].sort((a, b) => a - b);
  })()`);

test("time without data is a gap in the line, and a lone value in it is a dot", async () => {
  const metrics = [...every(0, 95), price(275), ...every(405, 499)];
  const { page } = await openPage(withMetrics(metrics), shown(0, 500));
  await expect.poll(() => coloured(page)).toEqual([0, 1, 5, 8, 9]);
});

test("a bot that begins slowly and then emits often has one whole line", async () => {
  const metrics = [price(1), price(150), ...every(300, 499)];
  const { page } = await openPage(withMetrics(metrics), shown(0, 500));
  await expect.poll(() => coloured(page)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test("a signal whose price is far from every drawn value is in the chart", async () => {
  const signal = { type: "signal", time: at(250), data: { type: "SELL", symbol: "AAPL", price: 40 } };
  const { page } = await openPage(withMetrics([...every(0, 95), ...every(405, 499), signal]), shown(0, 500));
  await expect.poll(() => coloured(page)).toEqual([0, 1, 4, 5, 8, 9]);
});

test("the cursor is at the same time in every chart, for mouse and keyboard", async () => {
  const volumes = every(0, 99).map((one) => ({ ...one, type: "volume", data: { total: 5, size: 1e6 + 1 } }));
  const { page } = await openPage(withMetrics([...every(0, 99), ...volumes]), shown(0, 100));
  const cursors = page.locator(".u-cursor-x");
  const places = () =>
    cursors.evaluateAll((all) =>
      all.map((one) => (one as unknown as { style: { transform: string } }).style.transform),
    );
  await expect.poll(() => cursors.count()).toBe(2);
  await charts(page).first().focus();
  await page.keyboard.press("Home");
  const times = page.locator(".legend > span:first-child");
  await expect.poll(async () => new Set(await times.allTextContents()).size).toBe(1);
  const first = await places();
  await page.keyboard.press("Shift+ArrowRight");
  await expect.poll(async () => (await places()).every((place, index) => place !== first[index])).toBe(true);
  expect(new Set(await times.allTextContents()).size).toBe(1);
  const byKey = await places();
  await charts(page).last().locator(".u-over").hover();
  await expect.poll(async () => (await places()).every((place, index) => place !== byKey[index])).toBe(true);
  expect(new Set(await times.allTextContents()).size).toBe(1);
});

test("the keys are explained where they work, and move through time", async () => {
  const { page } = await openPage(withMetrics(every(0, 99)), shown(40, 60));
  await charts(page).locator("canvas").waitFor();
  const help = page.getByText("earlier, later");
  expect(await help.isVisible()).toBe(false);
  await page.getByRole("button", { name: "Download CSV" }).focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await help.waitFor();
  await page.keyboard.press("PageUp");
  await page.waitForURL((url) => url.searchParams.get("from") === at(30));
  await page.keyboard.press("PageDown");
  await page.waitForURL((url) => url.searchParams.get("from") === at(40));
  await page.keyboard.press("-");
  await page.waitForURL((url) => Date.parse(url.searchParams.get("from")!) < Date.parse(at(40)));
});

test("a bot with fifty symbols has a chart for each", async () => {
  const metrics = Array.from({ length: 500 }, (_, index) => ({
    type: "tick",
    time: at(index),
    data: { symbol: `S${index % 50}`, price: index },
  }));
  const { page, mock } = await openPage(withMetrics(metrics), shown(0, 500));
  await expect.poll(() => charts(page).count()).toBe(50);
  await page.getByRole("application", { name: "S49. price: last 499, between 49 and 499" }).waitFor();
  expect(mock.requests.filter(({ operation }) => operation === "listMetrics")).toHaveLength(1);
});

test("on paper every chart is drawn, in the colours for light", async () => {
  const types = Array.from({ length: 6 }, (_, n) => `type${n}`);
  const metrics = types.flatMap((type) => every(0, 20).map((one) => ({ ...one, type, data: { [type]: 5 } })));
  const { page } = await openPage(withMetrics(metrics), shown(0, 30), { colorScheme: "dark" });
  await charts(page).first().locator("canvas").waitFor();
  expect(await page.locator(".chart canvas").count()).toBeLessThan(types.length);
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  // The blue of the first line on a light page; on a dark one it is #85aaff.
  const drawn = `[...document.querySelectorAll(".chart canvas")].filter((canvas) => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    for (let at = 0; at < data.length; at += 4)
      if (data[at] === 0x24 && data[at + 1] === 0x56 && data[at + 2] === 0xc9) return true;
  }).length`;
  await expect.poll(() => page.evaluate(drawn)).toBe(types.length);
});
