import type { Scenario } from "@botyard/mock-server";
import { expect, test } from "vitest";
import { useBrowser } from "../support/browser.ts";
import { flaws, type Opened } from "../support/dashboard.ts";

const openPage = useBrowser();

const hostile = `<img src=x onerror=alert(1)>\u202Egnp.exe`;
const scenario: Scenario = {
  bots: [
    { name: "steady", bot_id: "bot_steady" },
    {
      name: "broken",
      bot_id: "bot_broken",
      status: "failed",
      reason: "crash_loop",
      detail: "It ended 10 times.",
    },
    { name: "nightly", bot_id: "bot_nightly", type: "scheduled/report" },
  ],
};
const names = async ({ page }: Opened) => page.locator("tbody th a").allTextContents();

test("the bots that need attention come first", async () => {
  const opened = await openPage(scenario);
  await opened.page.getByRole("link", { name: "broken" }).waitFor();
  expect(await names(opened)).toEqual(["broken", "steady", "nightly"]);
});

test("a search is part of the address and survives a reload", async () => {
  const opened = await openPage(scenario);
  const { page } = opened;
  await page.getByRole("searchbox").fill("report");
  await page.waitForURL("**/?q=report");
  expect(await names(opened)).toEqual(["nightly"]);
  await page.reload();
  await page.getByRole("link", { name: "nightly" }).waitFor();
  expect(await names(opened)).toEqual(["nightly"]);
});

test("a change of a bot's status is shown as it happens, also after a lost connection", async () => {
  const opened = await openPage(scenario);
  const { page, mock } = opened;
  const row = page.getByRole("row", { name: "steady" });
  await row.getByText("running").waitFor();
  await mock.requested("subscribe");
  mock.setStatus("steady", "backing_off");
  await row.getByText("backing off").waitFor();
  mock.cutStreams();
  mock.setStatus("steady", "stopped");
  await row.getByText("stopped").waitFor();
});

test("an answer that comes late does not undo what has changed since", async () => {
  const { page, mock } = await openPage(scenario);
  const row = page.getByRole("row", { name: /^steady/ });
  await row.getByText("running").waitFor();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let lists = 0;
  await page.route("**/api/v1/bots?*", async (route) => {
    lists += 1;
    // Only the first is answered: a later one would have the new status.
    if (lists > 1) return;
    const response = await route.fetch();
    const { items, ...more } = await response.json();
    await held;
    await route.fulfill({
      json: { items: [...items, { ...items[0], name: "late", bot_id: "bot_late" }], ...more },
    });
  });
  // A change of another bot has the list loaded again, and this change comes before its answer.
  mock.setStatus("nightly", "stopped");
  await expect.poll(() => lists).toBe(1);
  mock.setStatus("steady", "backing_off");
  await row.getByText("backing off").waitFor();
  release();
  await page.getByRole("link", { name: "late" }).waitFor();
  expect(await row.locator(".status").textContent()).toBe("backing off");
});

test("without bots, the page says how to make one", async () => {
  const opened = await openPage({ bots: [] });
  await opened.page.getByText("platform custom-bot init").waitFor();
});

test("an error shows what happened and the request, and can be tried again", async () => {
  const opened = await openPage({
    ...scenario,
    failures: [{ operation: "listBots", status: 500, times: 1 }],
  });
  const { page } = opened;
  await page
    .getByRole("alert")
    .getByText(/Request req_/)
    .waitFor();
  await page.getByRole("button", { name: "Retry" }).click();
  await page.getByRole("link", { name: "broken" }).waitFor();
  expect(opened.complaints.splice(0).join()).toMatch(/500/);
});

test("what users and bots write is text, never markup", async () => {
  const opened = await openPage(
    { bots: [{ name: "plain", bot_id: "bot_plain", logs: [hostile], detail: hostile, status: "failed" }] },
    "/bots/bot_plain/logs",
  );
  const line = opened.page.locator(".log-message");
  expect(await line.textContent()).toBe("<img src=x onerror=alert(1)>‹202E›gnp.exe");
});

test("the page is accessible and fits", async () => {
  const { page } = await openPage(scenario, "/");
  await page.getByRole("link", { name: "broken" }).waitFor();
  expect(await flaws(page)).toEqual([]);
});

const ofTwoUsers: Scenario = {
  users: [{ name: "admin" }, { name: "lena" }],
  custom_bots: [
    { name: "cross", owner: "lena", version: "1.0.0" },
    { name: "nightly", owner: "lena", version: "1.0.0", type: "scheduled" },
  ],
  bots: [
    { name: "hers", owner: "lena", bot_id: "bot_hers", type: "realtime/cross", config: { symbol: "IBM" } },
    { name: "report", owner: "lena", bot_id: "bot_report", type: "scheduled/nightly", schedule: "0 9 * * *" },
    {
      name: "crashed",
      owner: "lena",
      bot_id: "bot_crashed",
      type: "realtime/cross",
      status: "failed",
      reason: "crash_loop",
      detail: "It ended 10 times.",
    },
  ],
};

test("an admin finds the bots of another user, and everything that is offered there works", async () => {
  const { page } = await openPage(ofTwoUsers, "/");
  await page.getByRole("heading", { name: "No bots yet" }).waitFor();
  await page.getByLabel("Owner").selectOption("Bots of lena");
  await page.getByRole("row", { name: /hers.* · lena/ }).waitFor();
  await page.getByLabel("Owner").selectOption("Bots of all users");
  await page.getByLabel("Search").fill("lena report");
  await page.getByRole("link", { name: "report" }).waitFor();
  await page.getByLabel("Search").fill("");
  for (const name of ["hers", "report", "crashed"]) {
    await page.goto("/?user=all");
    await page.getByRole("link", { name, exact: true }).click();
    await page.getByText("Owner", { exact: true }).waitFor();
    const views = await page.getByRole("navigation", { name: "Views of the bot" }).getByRole("link").all();
    const names = await Promise.all(views.map((view) => view.textContent()));
    expect(names).toEqual(expect.arrayContaining(["Metrics", "Logs", "Config", "Events"]));
    for (const [index] of names.entries()) {
      await page.getByRole("navigation", { name: "Views of the bot" }).getByRole("link").nth(index).click();
      await page.waitForLoadState("networkidle");
      expect(await page.getByRole("main").textContent(), names[index]!).not.toContain("not found");
      expect(await page.getByRole("alert").count(), names[index]!).toBe(0);
    }
    for (const refused of ["Start", "Restart", "Run now", "Review changes", "Roll back"])
      expect(await page.getByRole("button", { name: refused }).count(), refused).toBe(0);
    for (const link of await page.getByRole("main").getByRole("link").all())
      expect(await link.getAttribute("href")).not.toMatch(/custom-bots/);
  }
  await page.goto("/bots/bot_hers");
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText("stopped").first().waitFor();
  await page.goto("/bots/bot_hers/state");
  await page.getByText("Only the owner of a bot has this view of it.").waitFor();
});

test("who is not an admin is offered no bots of others", async () => {
  const { page } = await openPage(
    { ...ofTwoUsers, users: [{ name: "mia", role: "user" }, { name: "lena" }] },
    "/",
  );
  await page.getByRole("heading", { name: "No bots yet" }).waitFor();
  expect(await page.getByLabel("Owner").count()).toBe(0);
});
