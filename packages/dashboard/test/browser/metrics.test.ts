import { readFile } from "node:fs/promises";
import type { MetricFixture, Scenario } from "@botyard/mock-server";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { useBrowser } from "../support/browser.ts";
import { flaws } from "../support/dashboard.ts";

const openPage = useBrowser();

const path = "/bots/bot_1/metrics";
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();
const prices = (count: number): MetricFixture[] =>
  Array.from({ length: count }, (_, at) => ({
    type: "tick",
    time: ago((count - at) * 5),
    data: { symbol: "AAPL", price: 100 + Math.sin(at / 5), sma: 100 },
  }));
const buy: MetricFixture = {
  type: "signals",
  time: ago(100),
  data: { type: "BUY", symbol: "AAPL", price: 100.5, confidence: 0.8, reason: "crossed <b>above</b>" },
};
const withMetrics = (metrics: MetricFixture[]): Scenario => ({
  bots: [{ name: "one", bot_id: "bot_1", metrics }],
});
const chart = (page: Page, name: RegExp) => page.getByRole("application", { name });

test("a chart tells what it shows, and a line can be hidden; the address keeps it", async () => {
  const opened = await openPage(withMetrics([...prices(60), buy]), path);
  const { page } = opened;
  await chart(page, /^AAPL\. price: last .*; sma: last 100.* 1 signals, the last BUY at 100.5/).waitFor();
  await page.getByRole("button", { name: /^sma/ }).click();
  await page.reload();
  const line = page.getByRole("button", { name: /^sma/ });
  await line.waitFor();
  expect(await line.getAttribute("aria-pressed")).toBe("false");
});

test("the keyboard moves the cursor, visits the signals, zooms and shows all again", async () => {
  const opened = await openPage(withMetrics([...prices(60), buy]), path);
  const { page } = opened;
  const aapl = chart(page, /^AAPL/);
  await aapl.locator("canvas").waitFor();
  await aapl.focus();
  const said = page.locator(".chart output").first();
  await page.keyboard.press("n");
  await expect
    .poll(() => said.textContent())
    .toMatch(/BUY at 100.5 · crossed <b>above<\/b> · confidence 0.8/);
  await page.keyboard.press("Home");
  await expect.poll(() => said.textContent()).toMatch(/price 100, sma 100$/);
  await page.keyboard.press("+");
  await page.waitForURL(/from=.*to=/);
  await page.keyboard.press("0");
  await page.waitForURL((url) => !url.search.includes("from"));
});

test("dragging over a chart zooms all of them, and asks the platform for that range", async () => {
  const opened = await openPage(withMetrics(prices(60)), path);
  const { page } = opened;
  const box = (await chart(page, /^AAPL/).locator(".u-over").boundingBox())!;
  const asked = page.waitForRequest((request) => /metrics\?.*from=.*to=.*max_points/.test(request.url()));
  await page.mouse.move(box.x + box.width * 0.3, box.y + 50);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, box.y + 50, { steps: 5 });
  await page.mouse.up();
  await asked;
  // Meanwhile the old charts stay: nothing jumps.
  expect(await chart(page, /^AAPL/).count()).toBe(1);
  await page.waitForURL(/from=.*to=/);
});

test("new metrics are drawn as they come, each once, also after a lost connection", async () => {
  const opened = await openPage(withMetrics(prices(10)), `${path}?as=table`);
  const { page, mock } = opened;
  await page.getByRole("heading", { name: "Newest 10 metrics" }).waitFor();
  await mock.requested("subscribe");
  mock.addMetrics("one", [{ type: "equity", data: { value: 1 } }]);
  await page.getByRole("heading", { name: "Newest 11 metrics" }).waitFor();
  mock.cutStreams();
  mock.addMetrics("one", [{ type: "equity", data: { value: 2 } }]);
  await page.getByRole("heading", { name: "Newest 12 metrics" }).waitFor();
});

test("hostile names and values are drawn as they are, and harm nothing", async () => {
  const name = `<img src=x onerror=alert(1)>\u202Egnp`;
  const values = [1e308, -1e308, 0, 5e-324];
  const opened = await openPage(
    withMetrics([
      ...values.map((value, at) => ({ type: "huge", time: ago(40 - at), data: { value, text: "NaN" } })),
      { type: name, data: { [name]: 12345678901234567000 } },
      ...[1, 2, 3, 4].map((at) => ({ type: "equal", time: ago(at), data: { value: 7 } })),
    ]),
    path,
  );
  const { page } = opened;
  await chart(page, /^huge\. value: last 4\.94e-324, between -1e308 and 1e308/).waitFor();
  await chart(page, /^equal\. value: last 7, between 7 and 7/).waitFor();
  await page.getByRole("heading", { name: "<img src=x onerror=alert(1)>‹202E›gnp" }).waitFor();
  await chart(page, /^<img.*last 1\.23e19/).waitFor();
});

test("of two hundred types only the charts in view are drawn, and they can be filtered", async () => {
  const metrics = Array.from({ length: 200 }, (_, at) => ({ type: `type${at}`, data: { value: at } }));
  const opened = await openPage(withMetrics(metrics), path);
  const { page, mock } = opened;
  await page.getByRole("application").nth(199).waitFor();
  expect(await page.locator(".chart canvas").count()).toBeLessThan(40);
  expect(mock.requests.filter(({ operation }) => operation === "listMetrics")).toHaveLength(1);
  await page.getByRole("searchbox").fill("type199");
  await expect.poll(() => page.getByRole("application").count()).toBe(1);
});

async function saved(page: Page): Promise<string[]> {
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  return (await readFile(await (await saving).path(), "utf8")).split("\r\n");
}

test("metrics are saved with formulas made harmless, exact digits and a name of its own for each column", async () => {
  const time = ago(60);
  const { page } = await openPage(
    withMetrics([
      { type: "=HYPERLINK(1)", data: { "@sum": "+1+1", value: -5, text: "-5.10" } },
      {
        type: "signal",
        time: ago(5),
        data: { type: "BUY", seq: 7, time, price: JSON.rawJSON("12345678901234567891") },
      },
      {
        type: "note",
        time: ago(4),
        data: { text: 'a "b",\n c', deep: { a: [1, null] }, "data.type": true, none: null },
      },
    ]),
    path,
  );
  const lines = await saved(page);
  expect(lines[0]).toBe(
    "seq,time,type,run_id,data.@sum,data.value,data.text,data.type,data.seq,data.time,data.price,data.deep,data.data.type,data.none",
  );
  expect(lines[1]).toMatch(/^1,[^,]*,'=HYPERLINK\(1\),,'\+1\+1,-5,-5\.10,,,,,,,$/);
  expect(lines[2]).toContain(`,signal,,,,,BUY,7,${time},12345678901234567891,,,`);
  expect(lines[3]).toContain(',note,,,,"a ""b"",\n c",,,,,"{""a"":[1,null]}",true,null');
  expect(lines.slice(4)).toEqual([""]);
});

test("everything in the time shown is saved, not only what is drawn, and the page says how much it is", async () => {
  const ticks = Array.from({ length: 7_000 }, (_, at) => ({
    type: at % 7 === 0 ? "volume" : "tick",
    time: ago(at < 100 ? 7_200 : (7_000 - at) / 4),
    data: { n: at },
  }));
  const { page } = await openPage(withMetrics(ticks), path);
  await page.getByText(/^6,000 of 6,900 metrics are drawn/).waitFor();
  await page.getByText(/^6,900 rows, about 2\d\d KiB$/).waitFor();
  expect((await saved(page)).length).toBe(1 + 6_900 + 1);
  await page.getByText("6,900 rows saved").waitFor();
  await page.getByLabel("Metrics to download").selectOption("volume");
  await page.getByText(/^985 rows, about/).waitFor();
  const volumes = await saved(page);
  expect(volumes[0]).toBe("seq,time,type,run_id,data.n");
  expect(volumes.slice(1, -1).map((line) => Number(line.split(",")[4]))).toEqual(
    ticks.flatMap(({ type, data }) => (type === "volume" && data.n >= 100 ? [data.n] : [])),
  );
});

test("the size of what another time has is said when it comes", async () => {
  const ticks = Array.from({ length: 700 }, (_, n) => ({ type: "tick", time: ago(9_000 - n), data: { n } }));
  const { page } = await openPage(withMetrics(ticks), path);
  await page.getByRole("button", { name: "Show any time" }).click();
  await page.getByText(/^700 rows, about 2[\d.]+ KiB$/).waitFor();
});

test("a download says how far it is, and can be stopped", async () => {
  const ticks = Array.from({ length: 3_000 }, (_, n) => ({ type: "tick", time: ago(9), data: { n } }));
  const { page } = await openPage(withMetrics(ticks), path);
  await page.getByText(/^3,000 rows/).waitFor();
  let pages = 0;
  let goOn = () => {};
  const stopped = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route(/metrics\/all/, async (route) => {
    if (++pages === 3) await stopped;
    await route.continue().catch(() => {});
  });
  await page.getByRole("button", { name: "Download CSV" }).click();
  await page.getByText("33 % of 3,000 rows").waitFor();
  await page.getByRole("button", { name: "Stop the download" }).click();
  await page.getByRole("button", { name: "Download CSV" }).waitFor();
  goOn();
  expect(await page.getByRole("alert").count()).toBe(0);
});

test("the newest metrics are the newest, also where the charts leave some out", async () => {
  const ticks = Array.from({ length: 9_000 }, (_, n) => ({
    type: "tick",
    time: ago((9_000 - n) / 4),
    data: { n: n % 2, at: n },
  }));
  const { page, mock } = await openPage(withMetrics(ticks), `${path}?as=table`);
  await page.getByRole("heading", { name: "Newest 500 metrics" }).waitFor();
  const shown = async () =>
    (await page.locator("tbody td:last-child").allTextContents()).map((text) => JSON.parse(text).at);
  expect(await shown()).toEqual(Array.from({ length: 500 }, (_, at) => 8_999 - at));
  mock.addMetrics("one", [{ type: "tick", data: { n: 0, at: 9_000 } }]);
  await expect.poll(async () => (await shown())[0]).toBe(9_000);
  expect(await shown()).toHaveLength(500);
});

test("a long value is cut in the table, and shown whole on demand", async () => {
  const long = (length: number) => `${"y".repeat(length)}!`;
  const metrics = [1_999, 999_999].map((length) => ({ type: "text", data: { text: long(length) } }));
  const { page } = await openPage(withMetrics(metrics), `${path}?as=table`);
  const table = page.getByRole("table");
  await page.getByRole("button", { name: "… 999,511 more characters of 20" }).waitFor();
  expect((await table.textContent())!.length).toBeLessThan(2_000);
  await page.getByRole("button", { name: "… 1,511 more characters of 20" }).click();
  await table.getByText(`{"text":"${long(1_999)}"}`, { exact: true }).waitFor();
  await page.getByRole("button", { name: "Show less" }).click();
  await page.getByRole("button", { name: "… 999,511 more characters of 20" }).click();
  await page.getByText("200,000 of 1,000,011 characters are shown.").waitFor();
  expect(await flaws(page)).toEqual([]);
});

test("without metrics, the page says how a bot emits them", async () => {
  const opened = await openPage(withMetrics([]), `${path}?range=all`);
  await opened.page.getByText('metric("equity", { value: 1000 })').waitFor();
});

test("the charts are accessible and fit", async () => {
  const opened = await openPage(withMetrics([...prices(60), buy]), path);
  const { page } = opened;
  for (const view of [path, `${path}?as=table`]) {
    await page.goto(view);
    await page.locator(".chart canvas, table").first().waitFor();
    expect(await flaws(page), view).toEqual([]);
  }
});

test("closes that were emitted at once fill the time that they belong to, also when a part of it is chosen", async () => {
  const now = Date.now();
  const at = (minute: number) => new Date(now - minute * 60_000).toISOString();
  const closes = Array.from({ length: 50 }, (_, n) => ({
    type: "price",
    time: at(1),
    data: { symbol: "AAPL", value: 100 + n, time: at(51 - n) },
  }));
  const opened = await openPage(withMetrics(closes), `${path}?from=${at(40.5)}&to=${at(30.5)}`);
  await chart(opened.page, /^AAPL\. price: last 120, between 111 and 120/).waitFor();
  await opened.page.goto(`${path}?range=1h`);
  await chart(opened.page, /^AAPL\. price: last 149, between 100 and 149/).waitFor();
});
