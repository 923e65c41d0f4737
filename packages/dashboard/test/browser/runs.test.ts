import type { Scenario } from "@botyard/mock-server";
import { expect, test } from "vitest";
import { useBrowser } from "../support/browser.ts";
import { flaws } from "../support/dashboard.ts";

const openPage = useBrowser();

const scenario: Scenario = {
  bots: [
    {
      ...{ name: "nightly", bot_id: "bot_nightly", type: "scheduled/report" },
      ...{ schedule: "0 9 * * *", timezone: "America/New_York" },
      runs: [
        { id: "run_good", tick: "-3h", started_at: "-3h", finished_at: "-179m", result: { sent: 12 } },
        { id: "run_bad", tick: "-2h", status: "error", detail: "Exit code 1.", exit_code: 1 },
        { id: "run_missed", tick: "-1h", status: "missed", detail: "The platform was not running." },
      ],
    },
    { name: "steady", bot_id: "bot_steady" },
  ],
};
const at = "/bots/bot_nightly/runs";

test("the runs are shown with their reasons, newest first, and the next five ticks in both zones", async () => {
  const opened = await openPage(scenario, at, { timezoneId: "Europe/Berlin" });
  const { page } = opened;
  const runs = page.getByRole("region", { name: "Runs" });
  await runs.getByText("The platform was not running.").waitFor();
  expect(await runs.locator(".status").allTextContents()).toEqual(["missed", "error", "success"]);
  const ticks = page.getByRole("region", { name: "Next ticks" });
  expect(await ticks.locator("tbody tr").count()).toBe(5);
  expect(await ticks.getByRole("columnheader").allTextContents()).toEqual([
    "In America/New_York",
    "In UTC",
    "Here (Europe/Berlin)",
  ]);
  expect(await ticks.locator("td").first().textContent()).toMatch(/09:00/);
});

test("a run shows its result and leads to its log", async () => {
  const opened = await openPage(scenario, at);
  const { page } = opened;
  await page.getByRole("button", { name: "Show run run_good" }).click();
  await page.getByText('"sent": 12').waitFor();
  await page.reload();
  await page.getByText('"sent": 12').waitFor();
  await page.getByRole("link", { name: "Log of this run" }).click();
  await page.waitForURL("**/logs?run=run_good");
});

test("runs are chosen by status", async () => {
  const opened = await openPage(scenario, at);
  const { page } = opened;
  await page.getByLabel("Status").selectOption("error");
  await page.waitForURL("**/runs?status=error");
  await page.getByText("Newest run", { exact: true }).waitFor();
  expect(await page.locator("tbody .status").allTextContents()).toEqual(["error"]);
  await page.getByLabel("Status").selectOption("lost");
  await page.getByRole("button", { name: "Show all runs" }).click();
  await page.getByText("Newest 3 runs").waitFor();
});

test("older runs are shown on demand", async () => {
  const runs = Array.from({ length: 70 }, (_, n) => ({ id: `run_${n}`, tick: `-${n + 1}h` }));
  const opened = await openPage({ bots: [{ ...scenario.bots![0]!, runs }] }, at);
  const { page } = opened;
  await page.getByText("Newest 50 runs").waitFor();
  await page.getByRole("button", { name: "Show older" }).click();
  await page.getByText("Newest 70 runs").waitFor();
});

test("a realtime bot has no runs, and the page says what it has instead", async () => {
  const opened = await openPage(scenario, "/bots/bot_steady/runs");
  await opened.page.getByText("This bot has no runs").waitFor();
});

test("runs are accessible and fit", async () => {
  const opened = await openPage(scenario, `${at}?run=run_good`);
  const { page } = opened;
  await page.getByText('"sent": 12').waitFor();
  expect(await flaws(page)).toEqual([]);
});
