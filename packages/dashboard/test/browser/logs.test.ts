import { readFileSync } from "node:fs";
import type { LogFixture, Scenario } from "@botyard/mock-server";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { useBrowser } from "../support/browser.ts";
import { flaws, overflow } from "../support/dashboard.ts";

const openPage = useBrowser();

const numbered = (count: number): LogFixture[] =>
  Array.from({ length: count }, (_, n) => ({
    message: `order ${n + 1}`,
    level: n % 100 === 99 ? "error" : "info",
    fields: { price: n },
  }));
const scenarioOf = (logs: LogFixture[]): Scenario => ({ bots: [{ name: "busy", bot_id: "bot_busy", logs }] });
const at = "/bots/bot_busy/logs";
const open = async (logs: LogFixture[], path = at) => {
  const opened = await openPage(scenarioOf(logs), path);
  return opened;
};
const line = (page: Page, text: string) =>
  page.locator(".log-message").filter({ hasText: new RegExp(`^${text}( |$)`) });
const isVisible = (page: Page, seq: number) =>
  page.waitForFunction(`(() => {
    const line = document.querySelector('[data-seq="${seq}"]')?.getBoundingClientRect();
    // The list is not there while another part of the log is loaded.
    const list = document.querySelector(".virtual-list")?.getBoundingClientRect();
    return line !== undefined && list !== undefined && line.bottom > list.top && line.top < list.bottom;
  })()`);

test("the newest line is shown, and only some of the lines are in the page", async () => {
  const { page } = await open(numbered(400));
  await line(page, "order 400").waitFor();
  await isVisible(page, 400);
  expect(await page.getByRole("listitem").count()).toBeLessThan(80);
});

test("the list follows new lines, stops when the reader scrolls up, and counts what is new", async () => {
  const { page, mock } = await open(numbered(400));
  await mock.requested("subscribe");
  mock.addLogs("busy", ["live one"]);
  await line(page, "live one").waitFor();
  await page.getByText("Live", { exact: true }).waitFor();
  await page.getByRole("list", { name: "Log" }).hover();
  await page.mouse.wheel(0, -1500);
  await page.getByRole("button", { name: "Jump to end" }).waitFor();
  mock.addLogs("busy", ["live two", "live three"]);
  await page.getByRole("button", { name: "2 new, jump to end" }).click();
  await isVisible(page, 403);
  await page.getByText("Live", { exact: true }).waitFor();
});

test("older lines are loaded while the reader scrolls up, and what is read stays in its place", async () => {
  const { page } = await open(numbered(1200));
  await line(page, "order 1200").waitFor();
  await page.getByText("500 lines shown, older ones above").waitFor();
  await page.getByRole("list", { name: "Log" }).focus();
  await page.keyboard.press("Home");
  await page.getByText("1,000 lines shown").waitFor();
  await isVisible(page, 701);
  await page.keyboard.press("Home");
  await page.getByText("1,200 lines shown").waitFor();
  await page.keyboard.press("Home");
  await isVisible(page, 1);
});

test("lines are chosen by level and text, of fields too, and the choice survives a reload", async () => {
  const { page, mock } = await open(numbered(400));
  await page.getByLabel("Lowest level").selectOption("error");
  await page.getByText("4 lines shown").waitFor();
  await page.getByLabel("Text").fill('"price":299');
  await page.getByText("1 line shown").waitFor();
  await page.reload();
  await line(page, "order 300").waitFor();
  await mock.requested("subscribe");
  mock.addLogs("busy", [
    { message: "other", level: "error" },
    { message: "same", level: "error", fields: { price: 299 } },
  ]);
  await line(page, "same").waitFor();
  expect(await line(page, "other").count()).toBe(0);
});

test("a filter without a match says so and can be removed", async () => {
  const { page } = await open(["only"], `${at}?q=nothing&range=1h`);
  await page.getByText("No line matches").waitFor();
  await page.getByRole("button", { name: "Show all lines" }).click();
  await line(page, "only").waitFor();
});

test("a link to a line marks it with the lines around it, also after a reload", async () => {
  const { page } = await open(numbered(2000), `${at}?line=600`);
  for (const _ of [1, 2]) {
    await page.locator("[data-seq='600'][data-chosen]").waitFor();
    await isVisible(page, 600);
    await isVisible(page, 599);
    await isVisible(page, 601);
    await page.reload();
  }
  await page.getByRole("button", { name: "Jump to end" }).click();
  await isVisible(page, 2000);
  expect(new URL(page.url()).search).toBe("");
});

test("from a marked line the reader can scroll to the newest one", async () => {
  const { page } = await open(numbered(1500), `${at}?line=600`);
  await page.locator("[data-seq='600'][data-chosen]").waitFor();
  await page.getByRole("list", { name: "Log" }).focus();
  await page.keyboard.press("End");
  await page.getByText("1,400 lines shown").waitFor();
  await page.keyboard.press("End");
  await isVisible(page, 1500);
});

test("a link to a line that was removed says so", async () => {
  const { page } = await open(["only"], `${at}?line=99`);
  await page.getByText("Line 99 does not exist or was removed").waitFor();
});

test("the keyboard walks the list and opens a line, whose focus survives new lines", async () => {
  const { page, mock } = await open(numbered(300));
  await line(page, "order 300").waitFor();
  await mock.requested("subscribe");
  await page.getByRole("list", { name: "Log" }).focus();
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.getByText(/Line 299 ·/).waitFor();
  await page.getByText('"price": 298').waitFor();
  mock.addLogs("busy", numbered(200));
  await page.getByRole("button", { name: "200 new, jump to end" }).waitFor();
  expect(await page.evaluate("document.activeElement.dataset.key")).toBe("299");
  await page.getByRole("list", { name: "Log" }).hover();
  await page.mouse.wheel(0, 8000);
  await isVisible(page, 500);
  expect(await page.evaluate("document.activeElement.dataset.key")).toBe("299");
});

test("dropped and cut lines are pointed out", async () => {
  const { page } = await open([{ message: "after", dropped_before: 1234, truncated: true }]);
  await page.getByText("1,234 lines were dropped here").waitFor();
  await page.getByText("cut by the platform").waitFor();
});

test("the file has all lines that match, in order", async () => {
  const { page } = await open(numbered(2500), `${at}?level=error`);
  await page.getByText("25 lines shown").waitFor();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download" }).click(),
  ]);
  const saved = readFileSync(await file.path(), "utf8")
    .trimEnd()
    .split("\n");
  expect(saved.map((text) => JSON.parse(text).seq)).toEqual(
    Array.from({ length: 25 }, (_, n) => 100 * (n + 1)),
  );
  await page.getByText("The file has all 25 lines.").waitFor();
});

test("colours, markup, changed directions and lines of a megabyte harm nothing", async () => {
  const { page } = await open([
    "\u001b[31mred\u001b[0m",
    "<script>alert(1)</script>",
    "\u202Eesrever",
    `huge ${"x".repeat(1_000_000)}`,
    Array.from({ length: 200 }, (_, n) => `row ${n}`).join("\n"),
  ]);
  await line(page, "huge").waitFor();
  const texts = await page.locator(".log-message").allTextContents();
  expect(texts.slice(0, 3)).toEqual(["red", "<script>alert(1)</script>", "‹202E›esrever"]);
  expect(texts[3]).toMatch(/^huge x{1995} … 1,000,005 characters$/);
  expect(texts[4]).toContain("row 19");
  expect(texts[4]).not.toContain("row 20");
  expect(await overflow(page)).toBeLessThanOrEqual(0);
});

test("after a lost connection every line is there once", async () => {
  const { page, mock } = await open(["before"]);
  await mock.requested("subscribe");
  mock.cutStreams();
  mock.addLogs("busy", ["while away"]);
  await line(page, "while away").waitFor();
  mock.addLogs("busy", ["back"]);
  await line(page, "back").waitFor();
  expect(
    await page
      .locator("[data-seq]")
      .evaluateAll((all) => all.map((one) => (one as unknown as { dataset: { seq: string } }).dataset.seq)),
  ).toEqual(["1", "2", "3"]);
});

test("an error is shown with its request, and can be tried again", async () => {
  const opened = await openPage(
    { ...scenarioOf(["here"]), failures: [{ operation: "listLogs", status: 500, times: 1 }] },
    at,
  );
  const { page } = opened;
  await page.getByText(/Request req_/).waitFor();
  await page.getByRole("button", { name: "Retry" }).click();
  await line(page, "here").waitFor();
  expect(opened.complaints.splice(0).join()).toMatch(/500/);
});

test("the log is accessible and fits", async () => {
  const opened = await openPage(scenarioOf(numbered(100)), `${at}?line=98`);
  const { page } = opened;
  await page.getByText(/Line 98 ·/).waitFor();
  expect(await flaws(page)).toEqual([]);
});
