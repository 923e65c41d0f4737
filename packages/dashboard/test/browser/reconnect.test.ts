import type { MockPlatform } from "@botyard/mock-server";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { useBrowser } from "../support/browser.ts";
import { type Opened, violations } from "../support/dashboard.ts";
import { type Wire, wire } from "../support/wire.ts";

const open = useBrowser();

const lines = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `line ${from + at}.`);

interface Log extends Opened {
  net: Wire;
}

/** Opens the log of a bot that has printed five lines. */
async function openLog(withClock = false): Promise<Log> {
  const logs = lines(1, 5);
  const opened = await open({ bots: [{ name: "b", bot_id: "bot_b", logs }] }, "/sign-in");
  const { page } = opened;
  const net = await wire(page);
  if (withClock) await page.clock.install();
  await page.goto("/bots/bot_b/logs");
  await shows(page, 5);
  // The log and the status of the bot: a message that is sent later would take the place of those that a test looks for.
  await expect.poll(() => net.subscribed, patiently).toBe(2);
  return { ...opened, net };
}

const shows = (page: Page, last: number) => page.getByText(`line ${last}.`, { exact: true }).waitFor();
const shown = async (page: Page) =>
  (await page.getByText(/^line \d+\.$/).allTextContents()).map((text) => Number(/\d+/.exec(text)![0]));
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
/** Not a click on the button: the next attempt may come before it, and remove the button. */
const networkReturns = (page: Page) => page.evaluate("dispatchEvent(new Event('online'))");
const patiently = { timeout: 60_000 };
const banner = (page: Page) => page.getByText("Connection lost", { exact: true });
const asked = (mock: MockPlatform, operation: string) =>
  mock.requests.filter((request) => request.operation === operation).length;
/** The messages of the browser itself about a platform that is away; there is nothing else to complain about. */
function expectRefusals(complaints: string[]): void {
  expect(complaints.splice(0).filter((one) => !/net::ERR_|WebSocket connection/.test(one))).toEqual([]);
}

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

test("what could not be loaded while the platform was away is loaded when it is back, once", async () => {
  const { page, mock, front, complaints } = await open({ bots: [{ name: "b", bot_id: "bot_b" }] });
  // The code of both pages is there already, their data is not.
  for (const name of ["System", "API keys", "Bots"]) {
    await page.getByRole("link", { name, exact: true }).click();
    await page.getByRole("main").locator("table, .panel").first().waitFor();
  }
  await front.leave();
  await banner(page).waitFor();
  await page.getByRole("link", { name: "API keys" }).click();
  await page.getByRole("alert").waitFor();
  mock.clearRequests();
  await front.comeBack();
  await networkReturns(page);
  await page.getByRole("rowheader").first().waitFor();
  expect(await page.getByRole("alert").count()).toBe(0);
  await page.getByRole("link", { name: "System" }).click();
  await page.getByText("Version").first().waitFor();
  expect(asked(mock, "listApiKeys")).toBe(1);
  expectRefusals(complaints);
});

test("a page whose code could not be loaded while the platform was away is there when it is back", async () => {
  const { page, front, complaints } = await open({ bots: [{ name: "b", bot_id: "bot_b" }] });
  await page.getByRole("link", { name: "b", exact: true }).waitFor();
  await front.leave();
  await banner(page).waitFor();
  await page.getByRole("link", { name: "API keys" }).click();
  await page.getByRole("alert").getByText("there is no connection").waitFor();
  await front.comeBack();
  await networkReturns(page);
  await page.getByRole("heading", { name: "API keys" }).waitFor();
  expectRefusals(complaints);
});

test("a request that is lost with the connection is sent again when it is back", async () => {
  const { page, mock } = await open({ bots: [{ name: "b", bot_id: "bot_b" }] });
  await page.getByRole("link", { name: "b", exact: true }).waitFor();
  await mock.requested("subscribe");
  // No answer within the time of this test.
  mock.fail({ operation: "listApiKeys", delay_ms: 600_000, times: 1 });
  await page.getByRole("link", { name: "API keys" }).click();
  await expect.poll(() => asked(mock, "listApiKeys"), patiently).toBe(1);
  mock.cutStreams();
  await page.getByRole("rowheader").first().waitFor();
  expect(asked(mock, "listApiKeys")).toBe(2);
});

test("leaving a page cancels its requests", async () => {
  const { page, mock } = await open({ bots: [{ name: "b", bot_id: "bot_b" }] });
  await page.getByRole("link", { name: "b", exact: true }).waitFor();
  mock.fail({ operation: "listApiKeys", delay_ms: 600_000 });
  await page.getByRole("link", { name: "API keys" }).click();
  await expect.poll(() => asked(mock, "listApiKeys"), patiently).toBe(1);
  const canceled = page.waitForEvent("requestfailed", (one) => one.url().includes("/api-keys"));
  await page.getByRole("link", { name: "System" }).click();
  expect((await canceled).failure()?.errorText).toBe("net::ERR_ABORTED");
  expect(asked(mock, "listApiKeys")).toBe(1);
});

test("a session that ends while the page is open leads to the sign-in page, without more attempts", async () => {
  const { page, mock, net, complaints } = await openLog();
  net.down = true;
  mock.fail({ operation: "getAuthStatus", code: "session_ended", times: 1 });
  net.cut();
  await page.waitForURL(`**/sign-in?next=${encodeURIComponent("/bots/bot_b/logs")}`);
  expect(net.opened).toBe(1);
  expect(complaints.splice(0).join()).toMatch(/401/);
});

test("a key that is revoked while the page is open leads to the sign-in page", async () => {
  const { page, net } = await openLog();
  net.cut(1008);
  await page.waitForURL(`**/sign-in?next=${encodeURIComponent("/bots/bot_b/logs")}`);
  expect(net.opened).toBe(1);
});

for (const hours of [-3, 3])
  test(`a browser whose clock is ${hours} h off shows the platform's time`, async () => {
    const metrics = [{ type: "beat", data: { value: 1 }, time: "-5m" }];
    const opened = await open({ bots: [{ name: "b", bot_id: "bot_b", metrics }] }, "/sign-in");
    const { page, mock } = opened;
    await page.clock.install({ time: Date.now() + hours * 3_600_000 });
    await page.goto("/bots/bot_b/metrics?range=15m&as=table");
    await page.getByRole("row", { name: /beat/ }).waitFor();
    // The bot is as old as the test.
    expect(await page.locator(".head-facts time").first().textContent()).toMatch(/^(now|\d+ (s|min) ago)$/);
    // Only what is within the range by the platform's clock.
    const { input } = await mock.requested("listMetrics");
    expect(Math.abs(Date.parse(String(input!.from)) - (Date.now() - 900_000))).toBeLessThan(300_000);
  });
