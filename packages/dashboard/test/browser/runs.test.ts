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
        {
          ...{ id: "run_missed", tick: "-1h", status: "missed", detail: "The platform was not running." },
          ...{ late_seconds: 75, start_deadline_seconds: 60 },
        },
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
  const ticks = page.getByRole("region", { name: "Next runs" });
  await page.getByText("The higher, the longer: the top is 1 min. Rings are the next runs.").waitFor();
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

test("the arrow keys on the timeline choose a run, which is named and shown below", async () => {
  const opened = await openPage(scenario, at);
  const { page } = opened;
  const timeline = page.getByRole("application", { name: /3 runs and 5 next runs/ });
  await timeline.focus();
  await page.keyboard.press("ArrowRight");
  await page.waitForURL("**/runs?run=run_missed");
  await page.getByText("· 75 s late, start deadline 60 s").waitFor();
  await page.keyboard.press("ArrowLeft");
  await page.getByText(/· exit code 1/).waitFor();
  await page.keyboard.press("Home");
  await page.getByText('"sent": 12').waitFor();
  expect(await page.locator(".timeline-run").textContent()).toMatch(/^success, /);
  await page.keyboard.press("ArrowLeft");
  await page.waitForURL("**/runs?run=run_good");
  await page.keyboard.press("End");
  await page.waitForURL("**/runs?run=run_missed");
});

test("a run that lasts too long is canceled", async () => {
  const bot = { ...scenario.bots![0]!, runs: [], run: { hold: true } };
  const opened = await openPage({ bots: [bot] }, at);
  const { page, mock } = opened;
  const started = await fetch(`${mock.apiUrl}/bots/bot_nightly/run`, {
    method: "POST",
    headers: { authorization: `ApiKey ${mock.key}` },
  });
  expect(started.status).toBe(202);
  await page.getByText("running", { exact: true }).first().waitFor();
  await page.getByRole("button", { name: /^Show run/ }).click();
  await page.getByRole("button", { name: "Cancel the run" }).click();
  await expect.poll(() => page.locator("tbody .status").allTextContents()).toEqual(["canceled"]);
  await page.getByRole("button", { name: "Cancel the run" }).waitFor({ state: "detached" });
});

test("the log of a run has its lines only", async () => {
  const runs = [
    { id: "run_one", tick: "-2h", logs: ["of the first"] },
    { id: "run_two", tick: "-1h", logs: ["of the second"] },
  ];
  const opened = await openPage({ bots: [{ ...scenario.bots![0]!, runs }] }, `${at}?run=run_one`);
  const { page } = opened;
  await page.getByRole("link", { name: "Log of this run" }).click();
  await page.getByText("of the first").waitFor();
  expect(await page.getByText("of the second").count()).toBe(0);
  await page.getByRole("button", { name: /Show the lines of all runs/ }).click();
  await page.getByText("of the second").waitFor();
});

test("in a narrow window, the reason of a run is read without scrolling sideways", async () => {
  const opened = await openPage(scenario, `${at}?run=run_missed`, { viewport: { width: 320, height: 800 } });
  const reason = opened.page.locator(".run-details").getByText("The platform was not running.");
  await reason.waitFor();
  const { x, width } = (await reason.boundingBox())!;
  expect(x).toBeGreaterThanOrEqual(0);
  expect(x + width).toBeLessThanOrEqual(320);
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
