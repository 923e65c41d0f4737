import type { Scenario } from "@botyard/mock-server";
import { expect, test } from "vitest";
import { useBrowser } from "../support/browser.ts";
import { flaws } from "../support/dashboard.ts";

const openPage = useBrowser();

const scenario: Scenario = {
  bots: [
    {
      ...{ name: "broken", bot_id: "bot_broken", status: "failed", reason: "crash_loop" },
      detail: "\u202EIt ended <b>10</b> times.",
    },
  ],
};
const at = "/bots/bot_broken/events";

test("an event says what happened and why, and leads to the log around it", async () => {
  const opened = await openPage(scenario, at);
  const { page } = opened;
  const row = page.getByRole("row", { name: "failed" });
  await row.getByText("Ended too often in a short time").waitFor();
  await row.getByText("‹202E›It ended <b>10</b> times.").waitFor();
  await row.getByRole("link", { name: /Log around/ }).click();
  await page.waitForURL(/logs\?from=.*&to=/);
});

test("an event names who asked for it and by which key, and the platform otherwise", async () => {
  const opened = await openPage(scenario, at);
  const { page, mock } = opened;
  const failed = page.getByRole("row", { name: "failed" });
  expect(await failed.getByRole("cell").nth(3).textContent()).toMatch(/^Platform\s*Revision 1$/);
  await mock.requested("subscribe");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  const row = page.getByRole("row", { name: "Its process runs." });
  await row.waitFor();
  expect(await row.getByRole("cell").nth(3).textContent()).toMatch(/^\w+?Key .+Revision 1$/);
});

test("events appear as they happen, also those of a lost connection, each once", async () => {
  const opened = await openPage(scenario, at);
  const { page, mock } = opened;
  await page.getByRole("row", { name: "failed" }).waitFor();
  await mock.requested("subscribe");
  mock.setStatus("broken", "starting");
  await page.getByText("Its process is being started.").waitFor();
  mock.cutStreams();
  mock.setStatus("broken", "running");
  await page.getByText("Its process runs.").waitFor();
  expect(await page.locator("tbody tr").count()).toBe(3);
});

test("an event says who asked for it, and leads to the settings that it applies to", async () => {
  const opened = await openPage(scenario, "/nowhere");
  const { page } = opened;
  const event = { bot_id: "bot_broken", time: "2026-11-20T14:30:00Z", status: "running" };
  await page.route("**/api/v1/events?*", (route) =>
    route.fulfill({
      json: {
        items: [
          { ...event, seq: 3, revision: 2, actor: { user_name: "lena", signed_in_by: "session" } },
          { ...event, seq: 2, actor: { user_name: "omar", signed_in_by: "api_key", key_name: "\u202Eci" } },
          { ...event, seq: 1 },
        ],
      },
    }),
  );
  await page.goto(at);
  const origins = page.locator("tbody td:nth-child(4)");
  await expect
    .poll(() => origins.allTextContents())
    .toEqual(["lenaBrowserRevision 2", "omarKey ‹202E›ci", ""]);
  expect(await page.getByText("lena").count()).toBe(1);
  await page.getByRole("link", { name: "Revision 2" }).click();
  await page.waitForURL("**/bots/bot_broken/config?revision=2");
});

test("older events are shown on demand", async () => {
  const opened = await openPage({ bots: [{ name: "broken", bot_id: "bot_broken" }] });
  const { page, mock } = opened;
  for (let n = 0; n < 70; n++) mock.setStatus("broken", n % 2 ? "running" : "stopped");
  await page.goto(at);
  await page.getByRole("button", { name: "Show older" }).click();
  await page.waitForFunction("document.querySelectorAll('tbody tr').length === 71");
  expect(await page.getByRole("button", { name: "Show older" }).count()).toBe(0);
});

test("events are accessible and fit", async () => {
  const opened = await openPage(scenario, at);
  const { page } = opened;
  await page.getByRole("row", { name: "failed" }).waitFor();
  expect(await flaws(page)).toEqual([]);
});

test("events that cannot be loaded are reported once", async () => {
  const { page, mock, complaints } = await openPage(scenario, "/nowhere");
  mock.fail({ operation: "listEvents", code: "internal_error", detail: "The disk is on fire." });
  await page.goto(at);
  await mock.requested("subscribe");
  // The list itself, and the newest ones once the page is subscribed.
  await expect.poll(() => mock.requests.filter(({ operation }) => operation === "listEvents").length).toBe(2);
  await page.getByRole("alert").waitFor();
  expect(await page.getByRole("alert").count()).toBe(1);
  mock.clearFailures();
  await page.getByRole("button", { name: "Retry" }).click();
  await page.getByRole("row", { name: "failed" }).waitFor();
  complaints.splice(0);
});
