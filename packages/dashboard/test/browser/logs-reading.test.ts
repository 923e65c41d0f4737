import { readFileSync } from "node:fs";
import type { LogFixture } from "@botyard/mock-server";
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, test } from "vitest";
import { keptAtMost } from "../../src/features/logs/log-window.ts";
import { useBrowser } from "../support/browser.ts";

const openPage = useBrowser();

const numbered = (from: number, count: number): LogFixture[] =>
  Array.from({ length: count }, (_, n) => ({ message: `order ${from + n}`, fields: { price: n } }));
const open = (count: number, search = "", options?: BrowserContextOptions) =>
  openPage(
    { bots: [{ name: "busy", bot_id: "bot_busy", logs: numbered(1, count) }] },
    `/bots/bot_busy/logs${search}`,
    options,
  );
const line = (page: Page, seq: number) => page.locator(`[data-seq='${seq}']`);
const list = (page: Page) => page.getByRole("list", { name: "Log" });

/** The first line that is seen whole, and how far below the top of the list it is. */
const place = (page: Page) =>
  page.evaluate<[string, number]>(`(() => {
    const { top } = document.querySelector(".virtual-list").getBoundingClientRect();
    const lines = [...document.querySelectorAll("[data-seq]")].map((one) => [one.dataset.seq, one.getBoundingClientRect().top - top]);
    return lines.filter(([, below]) => below >= 0).sort((a, b) => a[1] - b[1])[0];
  })()`);

test("the message, the document and the link of a line are copied, and the link opens at the line", async () => {
  const { page } = await open(1200, "", { permissions: ["clipboard-read", "clipboard-write"] });
  await line(page, 1195).getByRole("button", { name: "Details of line 1195" }).click();
  const copied = async (name: string) => {
    await line(page, 1195).getByRole("button", { name }).click();
    await line(page, 1195).getByText("Copied").first().waitFor();
    return page.evaluate<string>("navigator.clipboard.readText()");
  };
  expect(await copied("Copy the message")).toBe("order 1195");
  expect(JSON.parse(await copied("Copy as JSON"))).toMatchObject({ seq: 1195, fields: { price: 1194 } });
  const link = await copied("Copy the link");
  await page.goto("/");
  await page.goto(link);
  await page.locator("[data-seq='1195'][data-chosen]").waitFor();
  await page.getByText("Line 1195 is marked.").waitFor();
});

test("a download that is interrupted leaves no file, says so, and can be repeated", async () => {
  const { page, mock, complaints } = await open(2500);
  await line(page, 2500).waitFor();
  let files = 0;
  page.on("download", () => files++);
  mock.fail({ operation: "listLogs", after: 1, cut: true });
  await page.getByRole("button", { name: "Download" }).click();
  await page.getByRole("alert").waitFor();
  await page.getByText("No file was saved").waitFor();
  expect(await page.getByText(/The file has/).count()).toBe(0);
  expect(files).toBe(0);
  mock.clearFailures();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("alert").getByRole("button", { name: "Retry" }).click(),
  ]);
  expect(
    readFileSync(await file.path(), "utf8")
      .trimEnd()
      .split("\n"),
  ).toHaveLength(2500);
  await page.getByText("The file has all 2,500 lines.").waitFor();
  expect(await page.getByRole("alert").count()).toBe(0);
  complaints.splice(0);
});

test("lines that could not be loaded, above or below, are loaded again on demand", async () => {
  const { page, mock, complaints } = await open(2500, "?line=1200");
  await page.locator("[data-seq='1200'][data-chosen]").waitFor();
  for (const [key, shown] of [
    ["End", "1,500 lines shown"],
    ["Home", "2,000 lines shown"],
  ] as const) {
    const stop = mock.fail({ operation: "listLogs", code: "internal_error", detail: "The disk is busy." });
    await list(page).focus();
    await page.keyboard.press(key);
    const alert = page.getByRole("alert").filter({ hasText: "The disk is busy." });
    await alert.getByText(/Request req_/).waitFor();
    stop();
    await alert.getByRole("button", { name: "Retry" }).click();
    await page.getByText(shown).waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
  }
  complaints.splice(0);
});

test("a log whose beginning was removed says so at its beginning", async () => {
  const { page, mock } = await open(30);
  await page.getByText("30 lines shown").waitFor();
  expect(await page.getByText(/were removed/).count()).toBe(0);
  mock.expire("busy", "logs", 10);
  await page.reload();
  await page.getByText("20 lines shown, older ones were removed").waitFor();
});

test("at 1,000 lines a second, what is read stays where it is", async () => {
  const { page, mock } = await open(1000);
  await line(page, 1000).waitFor();
  await mock.requested("subscribe");
  await list(page).hover();
  await page.mouse.wheel(0, -3000);
  await page.getByRole("button", { name: "Jump to end" }).waitFor();
  const before = await place(page);
  for (let batch = 0; batch < 30; batch++) {
    mock.addLogs("busy", numbered(1001 + batch * 100, 100));
    await page.getByText(`${((batch + 1) * 100).toLocaleString("en")} new, jump to end`).waitFor();
    expect(await place(page)).toEqual(before);
  }
  expect(await page.getByRole("listitem").count()).toBeLessThan(80);
});

test("of a log without end, the page keeps what is read, and says that there is more below", async () => {
  const { page, mock } = await open(500);
  await line(page, 500).waitFor();
  await mock.requested("subscribe");
  await list(page).focus();
  await page.keyboard.press("Home");
  await page.getByRole("button", { name: "Jump to end" }).waitFor();
  for (let from = 501; from < keptAtMost + 1000; from += 500) mock.addLogs("busy", numbered(from, 500));
  await page.getByText(/lines shown, newer ones below/).waitFor();
  const shown = Number(
    (await page.locator(".log-foot").textContent())!.replaceAll(",", "").match(/^\d+/)![0],
  );
  expect(shown).toBeLessThanOrEqual(keptAtMost);
  expect((await place(page))[0]).toBe("1");
  await page.getByRole("button", { name: /jump to end/ }).click();
  await line(page, keptAtMost + 1000).waitFor();
  await page.getByText("Live", { exact: true }).waitFor();
});
