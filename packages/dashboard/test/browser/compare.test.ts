import type { MetricFixture, Scenario } from "@botyard/mock-server";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { useBrowser } from "../support/browser.ts";
import { flaws } from "../support/dashboard.ts";

const open = useBrowser();
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();
const equity = (...values: number[]): MetricFixture[] =>
  values.map((value, at) => ({
    type: "equity",
    time: ago((values.length - at) * 10),
    data: { value, cash: 5 },
  }));
const sell: MetricFixture = {
  type: "signal",
  time: ago(30),
  data: { type: "SELL", symbol: "AAPL", price: 1, confidence: 1, reason: "crossed below" },
};
const scenario: Scenario = {
  bots: [
    { name: "alpha", bot_id: "bot_a", metrics: [...equity(100, 110), sell] },
    { name: "beta", bot_id: "bot_b", metrics: equity(200, 150) },
    { name: "silent", bot_id: "bot_c" },
  ],
};
const chart = (page: Page) => page.getByRole("application", { name: /^equity/ });
const row = (page: Page, name: string | RegExp) => page.getByRole("row", { name });

test("bots are compared by what most of them emit, with their changes and last signals, and their sum on request", async () => {
  const { page } = await open(scenario, "/compare");
  await page.getByRole("application", { name: "equity.value: alpha 110, beta 150", exact: true }).waitFor();
  expect(await row(page, /^Total/).count()).toBe(0);
  await page.getByRole("checkbox", { name: "Total" }).check();
  await page.getByRole("application", { name: "equity.value: alpha 110, beta 150, total 260" }).waitFor();
  expect(new URL(page.url()).search).toBe("?total=on");
  await row(page, "alpha").getByText("SELL").waitFor();
  expect(await row(page, "alpha").textContent()).toContain("110+10 (+10%)");
  expect(await row(page, "beta").textContent()).toContain("150−50 (−25%)");
  expect(await row(page, "Total of 2 bots").textContent()).toContain("260−40 (−13.3%)");
  expect(await row(page, "silent").count()).toBe(0);
});

test("values of different sizes are compared in percent since the start, which the address keeps", async () => {
  const { page } = await open(scenario, "/compare?total=on");
  await page.evaluate(
    "window.drawn = ''; const draw = CanvasRenderingContext2D.prototype.fillText;" +
      "CanvasRenderingContext2D.prototype.fillText = function (...all) { drawn += all[0] + ' '; draw.apply(this, all); }",
  );
  await page.getByRole("checkbox", { name: "% since start" }).check();
  const percent = page.getByRole("application", {
    name: "equity.value, % since start: alpha 10%, beta -25%",
    exact: true,
  });
  await percent.waitFor();
  await page.getByRole("button", { name: "alpha 10%" }).waitFor();
  await expect.poll(() => page.evaluate<string>("window.drawn")).toMatch(/ 0% /);
  await page.getByText("Percentages have no total.").waitFor();
  expect(await row(page, /^Total/).count()).toBe(0);
  await page.reload();
  await percent.waitFor();
  await page.getByRole("checkbox", { name: "% since start" }).uncheck();
  await page.getByRole("application", { name: /total 260/ }).waitFor();
});

test("a bot is left out with the keyboard, which the address keeps", async () => {
  const { page } = await open(scenario, "/compare");
  const box = page.getByRole("checkbox", { name: "Show beta" });
  await box.focus();
  await page.keyboard.press("Space");
  await page.getByRole("application", { name: "equity.value: alpha 110" }).waitFor();
  await page.reload();
  await page.getByRole("application", { name: "equity.value: alpha 110" }).waitFor();
  expect(await box.isChecked()).toBe(false);
  await box.check();
  await page.getByRole("application", { name: "equity.value: alpha 110, beta 150" }).waitFor();
  expect(new URL(page.url()).search).toBe("");
});

test("a line is hidden and shown again; it stays part of the sum", async () => {
  const { page } = await open(scenario, "/compare?total=on");
  await page.getByRole("button", { name: /^beta/ }).click();
  await page.reload();
  await page.getByRole("button", { name: /^beta/, pressed: false }).waitFor();
  await page.getByRole("button", { name: /^total.*260/ }).waitFor();
});

test("another field is compared", async () => {
  const { page } = await open(scenario, "/compare");
  await page.getByLabel("Field").selectOption("equity.cash");
  await page.getByRole("application", { name: "equity.cash: alpha 5, beta 5" }).waitFor();
  expect(new URL(page.url()).searchParams.get("field")).toBe("equity.cash");
});

test("what the bots emit is drawn as it arrives, once", async () => {
  const { page, mock } = await open(scenario, "/compare");
  await chart(page).waitFor();
  await mock.requested("subscribe");
  mock.addMetrics("alpha", [{ type: "equity", data: { value: 120 } }]);
  mock.addMetrics("beta", [{ type: "other", data: { value: 1 } }]);
  await page.getByRole("application", { name: "equity.value: alpha 120, beta 150" }).waitFor();
  expect(await row(page, "alpha").textContent()).toContain("120+20 (+20%)");
});

test("without metrics the page says how a bot emits them", async () => {
  const { page } = await open({ bots: [{ name: "silent", bot_id: "bot_c" }] }, "/compare");
  await page.getByRole("heading", { name: "No bot has metrics yet" }).waitFor();
});

test("one bot with every name and value that a bot can have draws a chart", async () => {
  const name = "<b>total</b> = 1";
  const metrics = [...equity(1e308, -1e308, 0, 1e-300)];
  const bots = [
    { name, bot_id: "bot_x", type: "realtime/x", metrics },
    { name: "total", bot_id: "bot_t", metrics: equity(1) },
  ];
  const { page } = await open({ bots }, "/compare?total=on");
  await page.getByRole("button", { name: /^total of all/ }).waitFor();
  await page.getByRole("link", { name }).waitFor();
});

test("the page is accessible and fits", async () => {
  const { page } = await open(scenario, "/compare?total=on");
  await chart(page).locator("canvas").waitFor();
  await row(page, "Total of 2 bots").waitFor();
  expect(await flaws(page)).toEqual([]);
});
