import type { MetricFixture } from "@botyard/mock-server";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { useBrowser } from "../support/browser.ts";
import { flaws } from "../support/dashboard.ts";

const open = useBrowser();
const time = () => new Date(Date.now() - 60_000).toISOString();
const metrics = (at: number): MetricFixture[] => {
  if (at <= 500) return [];
  if (at <= 900) return [{ type: "price", time: time(), data: { value: at } }];
  return [{ type: "equity", time: time(), data: { value: 1 } }];
};
/** 500 bots are silent, 400 emit prices, and 100 their equity. */
const scenario = {
  bots: Array.from({ length: 1_000 }, (_, index) => ({
    name: `bot-${index + 1}`,
    bot_id: `bot_${index + 1}`,
    type: "realtime/watch",
    metrics: metrics(index + 1),
  })),
};
const total = (page: Page, count: number) => page.getByRole("row", { name: `Total of ${count} bots` });
const box = (page: Page, name: string) => page.getByRole("checkbox", { name: `Show ${name}`, exact: true });
const note = (page: Page, text: string) => page.getByText(text);

test("of 1,000 bots, the first 20 that emit what is compared are, with few requests", async () => {
  const { page, mock } = await open(scenario, "/compare?total=on");
  await page.getByRole("application", { name: /^equity.value: bot-901 1,.* bot-920 1, total 20$/ }).waitFor();
  await total(page, 20).waitFor();
  await note(page, "20 of 1,000 bots are compared, at most 20 at once: leave one out").waitFor();
  const subscribed = () => mock.requests.filter(({ operation }) => operation === "subscribe").length;
  await expect.poll(subscribed).toBe(20);
  const counts: Record<string, number> = {};
  for (const { operation = "" } of mock.requests) counts[operation] = (counts[operation] ?? 0) + 1;
  // Lists have pages of 200. The latest metrics are asked for once for the fields, and once before the points.
  expect(counts).toMatchObject({ listBots: 5, listLatestMetrics: 40, listMetrics: 20, subscribe: 20 });
  expect(mock.requests.length).toBeLessThan(100);
});

test("a bot that is found by a search takes the place of another, which the address keeps", async () => {
  const { page } = await open(scenario, "/compare?total=on");
  await total(page, 20).waitFor();
  await page.getByRole("searchbox").fill("bot-999");
  await box(page, "bot-920").waitFor({ state: "detached" });
  expect(await box(page, "bot-999").isDisabled()).toBe(true);
  await page.getByRole("searchbox").fill("");
  await box(page, "bot-905").uncheck();
  await total(page, 19).waitFor();
  await page.getByRole("searchbox").fill("bot-999");
  await box(page, "bot-999").check();
  await total(page, 20).waitFor();
  await page.reload();
  await page.getByRole("application", { name: /bot-904 1, bot-906 1,.* bot-999 1, total 20$/ }).waitFor();
});

test("a bot that is chosen but does not emit the field is listed without a value", async () => {
  const { page } = await open(scenario, "/compare?total=on&bots=bot_7,bot_901,bot_902");
  await total(page, 2).waitFor();
  expect(await box(page, "bot-7").isChecked()).toBe(true);
  await note(page, "3 of 1,000 bots are compared").waitFor();
});

test("a field that only other bots emit is compared over those", async () => {
  const { page } = await open(scenario, "/compare?total=on");
  await page.getByLabel("Field").selectOption("price.value");
  await page
    .getByRole("application", { name: /^price.value: bot-501 501,.* bot-520 520, total 10,210$/ })
    .waitFor();
});

test("the page with 1,000 bots is accessible and fits", async () => {
  const { page } = await open(scenario, "/compare?total=on");
  await total(page, 20).waitFor();
  expect(await flaws(page)).toEqual([]);
});
