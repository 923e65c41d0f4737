import type { MockPlatform } from "@botyard/mock-server";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { useBrowser } from "../support/browser.ts";
import { flaws } from "../support/dashboard.ts";

const openDashboard = useBrowser();
const open = () =>
  openDashboard({ bots: [{ name: "steady", bot_id: "bot_a", status: "running" }] }, "/bots/bot_a/network");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function post(mock: MockPlatform, path: string, body: unknown = {}): Promise<void> {
  const { ok, status } = await fetch(`${mock.apiUrl}${path}`, {
    method: "POST",
    headers: { authorization: `ApiKey ${mock.key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!ok) throw new Error(`${path} answered ${status}`);
}

test("one red button cuts a bot off from everything, and the same one connects it again", async () => {
  const { page } = await open();
  await page.getByText("The bot connects to any public name on the ports 443 and 80.").waitFor();
  await button(page, "Cut off from everything").click();
  await page.getByText(/^Cut off from everything for this bot by .+, .+\.$/).waitFor();
  expect(await flaws(page)).toEqual([]);
  await button(page, "Connect again").click();
  await button(page, "Cut off from everything").waitFor();
  expect(await page.getByRole("status").filter({ hasText: "Cut off" }).count()).toBe(0);
});

test("a cut for all bots is shown as such, and has no button here that does nothing", async () => {
  const { page, mock } = await open();
  await button(page, "Cut off from everything").waitFor();
  await post(mock, "/network/cut");
  await page.getByText(/^Cut off from everything for all bots of its user by /).waitFor();
  await button(page, "Cut off from everything").waitFor({ state: "detached" });
  expect(await button(page, "Connect again").count()).toBe(0);
  await post(mock, "/network/restore");
  await button(page, "Cut off from everything").waitFor();
});
