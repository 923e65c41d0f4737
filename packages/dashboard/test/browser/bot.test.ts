import type { Scenario } from "@botyard/mock-server";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { useBrowser } from "../support/browser.ts";
import { flaws, hide, type Opened, pass } from "../support/dashboard.ts";

const openPage = useBrowser();

const scenario: Scenario = {
  bots: [
    { name: "steady", bot_id: "bot_steady", logs: ["begun"] },
    { name: "nightly", bot_id: "bot_nightly", type: "scheduled/report" },
  ],
};
const action = ({ page }: Opened, name: string) =>
  page.locator(".page-head").getByRole("button", { name, exact: true });
const status = ({ page }: Opened, text: string) =>
  page.locator(".page-head").getByText(text, { exact: true }).waitFor();
const calls = ({ mock }: Opened, operation: string) =>
  mock.requests.filter((request) => request.operation === operation).length;

const mib = 1024 ** 2;
const used = {
  running: true,
  sampled_at: "2026-11-20T14:30:00Z",
  memory: { used_bytes: 230 * mib, limit_bytes: 256 * mib },
  cpu: { used_cores: 0.12, limit_cores: 0.5 },
  processes: { used: 128, limit: 128 },
  disk: { used_bytes: 12 * mib, limit_bytes: null },
  files: { used: 90_500, limit: 100_000 },
  state: { keys: 2, bytes: 100 },
};

/** Opens the page of a bot whose use of its limits is known: the mock platform measures nothing. */
async function openUsing(usage: () => object, prepare?: (page: Page) => Promise<void>): Promise<Opened> {
  const opened = await openPage(scenario, "/sign-in");
  await prepare?.(opened.page);
  await opened.page.route("**/api/v1/bots/*/usage", (route) => route.fulfill({ json: usage() }));
  await opened.page.goto("/bots/bot_steady/logs");
  return opened;
}

test("a bot is stopped and started, and its status follows what the platform says", async () => {
  const opened = await openPage(scenario, "/bots/bot_steady/logs");
  await status(opened, "running");
  await action(opened, "Stop").click();
  await status(opened, "stopped");
  expect(await action(opened, "Restart").count()).toBe(0);
  await action(opened, "Start").click();
  await status(opened, "running");
  await action(opened, "Restart").click();
  await expect.poll(() => calls(opened, "restartBot")).toBe(1);
  await status(opened, "running");
});

test("while the platform works on a request, a second click does nothing", async () => {
  const opened = await openPage(
    { ...scenario, failures: [{ operation: "stopBot", delay_ms: 1_000 }] },
    "/bots/bot_steady/logs",
  );
  await action(opened, "Stop").click();
  await action(opened, "Stopping …").waitFor();
  for (const name of ["Stopping …", "Restart"]) expect(await action(opened, name).isDisabled()).toBe(true);
  // Not shown before the platform has said so.
  await status(opened, "running");
  await status(opened, "stopped");
  expect(calls(opened, "stopBot")).toBe(1);
});

test("an action that fails says why and keeps the page, and can be tried again", async () => {
  const opened = await openPage(
    { ...scenario, failures: [{ operation: "stopBot", status: 500, times: 1 }] },
    "/bots/bot_steady/logs",
  );
  const { page } = opened;
  await action(opened, "Stop").click();
  const alert = page.getByRole("alert");
  await alert.getByText(/Request req_/).waitFor();
  await status(opened, "running");
  await page.getByText("begun").waitFor();
  await alert.getByRole("button", { name: "Retry" }).click();
  await status(opened, "stopped");
  await alert.waitFor({ state: "detached" });
  expect(opened.complaints.splice(0).join()).toMatch(/500/);
});

test("a bot is deleted only after its name was typed, and the page leads to the other bots", async () => {
  const opened = await openPage(scenario, "/bots/bot_steady/logs");
  const { page } = opened;
  await action(opened, "Delete …").click();
  const dialog = page.getByRole("dialog", { name: "Delete steady" });
  const confirm = dialog.getByRole("button", { name: "Delete the bot" });
  expect(await confirm.isDisabled()).toBe(true);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await action(opened, "Delete …").click();
  await dialog.getByRole("textbox").fill("stead");
  expect(await confirm.isDisabled()).toBe(true);
  expect(calls(opened, "deleteBot")).toBe(0);
  await dialog.getByRole("textbox").fill("steady");
  await confirm.click();
  await page.waitForURL(/\/$/);
  await page.getByRole("link", { name: "nightly" }).waitFor();
  expect(await page.getByRole("link", { name: "steady" }).count()).toBe(0);
});

test("a deletion that the platform refuses stays in the dialog, which says why", async () => {
  const opened = await openPage(
    { ...scenario, failures: [{ operation: "deleteBot", status: 503, times: 1 }] },
    "/bots/bot_steady/logs",
  );
  const { page } = opened;
  await action(opened, "Delete …").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill("steady");
  await dialog.getByRole("button", { name: "Delete the bot" }).click();
  await dialog.getByRole("alert").waitFor();
  expect(new URL(page.url()).pathname).toBe("/bots/bot_steady/logs");
  await dialog.getByRole("button", { name: "Delete the bot" }).click();
  await page.waitForURL(/\/$/);
  expect(opened.complaints.splice(0).join()).toMatch(/503/);
});

test("a scheduled bot is run outside its schedule, and the page shows that run", async () => {
  const opened = await openPage(scenario, "/bots/bot_nightly/logs");
  await status(opened, "idle");
  expect(await action(opened, "Restart").count()).toBe(0);
  await action(opened, "Run now").click();
  await opened.page.waitForURL(/\/bots\/bot_nightly\/runs\?run=run_/);
});

test("a change of the status is shown as it happens, with its reason and what to do", async () => {
  const opened = await openPage(scenario, "/bots/bot_steady/logs");
  const { page, mock } = opened;
  await status(opened, "running");
  await mock.requested("subscribe");
  mock.setStatus("steady", "failed", { reason: "crash_loop", detail: "It ended 10 times." });
  await status(opened, "failed");
  const trouble = page.getByRole("region", { name: "What is wrong" });
  await trouble.getByText("It ended 10 times.").waitFor();
  expect(await trouble.getByRole("link", { name: "its log" }).getAttribute("href")).toBe(
    "/bots/bot_steady/logs?level=error",
  );
  expect(await action(opened, "Start").count()).toBe(1);
  await page.waitForFunction("document.title.startsWith('(1 failing)')");
  mock.setStatus("steady", "running");
  await status(opened, "running");
  await trouble.waitFor({ state: "detached" });
});

test("a bot that ends again and again shows when it is started next, and how many starts are left", async () => {
  const opened = await openPage(scenario, "/bots/bot_steady/logs");
  const { page, mock } = opened;
  await mock.requested("subscribe");
  mock.setStatus("steady", "backing_off", { detail: "It ended.", retry: { seconds: 100, attempts_left: 3 } });
  const trouble = page.getByRole("region", { name: "What is wrong" });
  await trouble.getByText(/Next start in .*; 3 starts left before the platform gives up\./).waitFor();
});

test("a key that may only read gets no buttons", async () => {
  const opened = await openPage(
    { ...scenario, users: [{ name: "admin", keys: [{ scopes: ["read"] }] }] },
    "/bots/bot_steady/logs",
  );
  await status(opened, "running");
  expect(await opened.page.locator(".page-head").getByRole("button").count()).toBe(0);
});

test("what a bot uses is shown against its limits, with a warning near them", async () => {
  let usage: object = used;
  const opened = await openUsing(() => usage, hide);
  const { page } = opened;
  const strip = page.getByRole("region", { name: "Use against limits" });
  await strip.getByText("230 MiB of 256 MiB 90 %").waitFor();
  expect(await strip.locator("div").allTextContents()).toEqual([
    "Memorynear the limit230 MiB of 256 MiB 90 %",
    "Processor0.12 of 0.5 cores 24 %",
    "Processesat the limit128 of 128 100 %",
    "Disk12.0 MiB",
    "Filesnear the limit90,500 of 100,000 91 %",
  ]);
  const nothing = { used_bytes: null, limit_bytes: 256 * mib };
  usage = { ...used, running: false, memory: nothing, cpu: { used_cores: null, limit_cores: 0.5 } };
  opened.mock.setStatus("steady", "stopped");
  await strip.getByText("limit 256 MiB").waitFor();
  await strip.getByText(/No process is running\. Its state is kept: 2 keys\./).waitFor();
});

test("numbers that cannot be renewed stay, and are marked as old", async () => {
  let isAway = false;
  const opened = await openUsing(
    () => used,
    (page) => page.clock.install(),
  );
  const { page, mock, complaints } = opened;
  const strip = page.getByRole("region", { name: "Use against limits" });
  await strip.getByText("230 MiB of 256 MiB").waitFor();
  await page.route("**/api/v1/bots/*/usage", (route) =>
    isAway ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
  );
  isAway = true;
  mock.setStatus("steady", "backing_off");
  await strip.getByText("The latest numbers could not be loaded; these are older.").waitFor();
  isAway = false;
  await pass(page, 5_000, strip.getByText("these are older"), false);
  await strip.getByText("230 MiB of 256 MiB").waitFor();
  expect(complaints.splice(0).join()).toMatch(/500/);
});

test("a bot that does not exist is said to be missing, and the page leads back", async () => {
  const { page, complaints } = await openPage(scenario, "/bots/bot_gone");
  await page.getByRole("heading", { name: "Bot not found" }).waitFor();
  await page.getByRole("link", { name: "All bots" }).click();
  await page.getByRole("link", { name: "steady" }).waitFor();
  expect(complaints.splice(0).join()).toMatch(/404/);
});

test("the head and its dialog are accessible and fit", async () => {
  const opened = await openPage(
    {
      bots: [
        {
          name: "steady",
          bot_id: "bot_steady",
          status: "failed",
          detail: "It ended.",
          reason: "crash_loop",
        },
      ],
    },
    "/bots/bot_steady/state",
  );
  const { page } = opened;
  await page.getByRole("region", { name: "What is wrong" }).waitFor();
  expect(await flaws(page)).toEqual([]);
  await action(opened, "Delete …").click();
  await page.getByRole("dialog").waitFor();
  expect(await flaws(page)).toEqual([]);
});

test("the head of a bot says how its last run ended within a second", async () => {
  const opened = await openPage(
    { bots: [{ name: "nightly", bot_id: "bot_nightly", type: "scheduled/report", run: { hold: true } }] },
    "/bots/bot_nightly/metrics",
  );
  const { page, mock } = opened;
  await page.getByText("Next run").waitFor();
  const last = page.locator(".head-facts div", { hasText: "Last run" });
  for (const status of ["success", "error"] as const) {
    const answer = await mock.fetch(`${mock.apiUrl}/bots/bot_nightly/run`, {
      method: "POST",
      headers: { authorization: `ApiKey ${mock.key}` },
    });
    const { id } = (await answer.json()) as { id: string };
    mock.addLogs("nightly", [{ stream: "system", message: "Run started: version 1.0.0." }]);
    await last.getByText("running").waitFor({ timeout: 3_000 });
    // The platform writes the line shortly before it stores how the run ended.
    mock.addLogs("nightly", [{ stream: "system", message: "Run ended." }]);
    await mock.requested("getBot");
    await mock.finishRun(id, { status });
    await last.getByText(status).waitFor({ timeout: 3_000 });
  }
});
