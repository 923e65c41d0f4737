import type { Scenario } from "@botyard/mock-server";
import { expect, test } from "vitest";
import { useBrowser } from "../support/browser.ts";
import { overflow, violations } from "../support/dashboard.ts";
import { botOf, review, save } from "../support/settings.ts";

const openDashboard = useBrowser(/status of 4\d\d/);
const old = {
  type: "object",
  properties: {
    symbol: { type: "string" },
    period: { type: "integer", default: 20 },
    mode: { type: "string" },
    api_key: { type: "string", writeOnly: true },
  },
};
const newer = {
  type: "object",
  properties: {
    symbol: { type: "string" },
    mode: { type: "string", enum: ["fast", "slow"] },
    api_key: { type: "string", writeOnly: true },
    window: { type: "integer", default: 7, description: "Replaces period." },
  },
};
const strict = { ...newer, additionalProperties: false };
const config = { symbol: "AAPL", period: 30, mode: "careful", api_key: "sk-very-secret" };
const scenario: Scenario = {
  custom_bots: [
    { name: "cross", version: "1.0.0", schema: old },
    { name: "cross", version: "2.0.0", schema: newer },
    { name: "cross", version: "3.0.0", schema: strict },
  ],
  bots: [
    { name: "steady", bot_id: "bot_a", type: "realtime/cross", version: "1.0.0", config },
    { name: "latest", bot_id: "bot_b", type: "realtime/cross", version: "2.0.0", config: { mode: "fast" } },
  ],
};
const open = async (bot = "bot_a", options = {}) => {
  const opened = await openDashboard(scenario, `/bots/${bot}/config`, options);
  await opened.page.getByRole("button", { name: "Review changes" }).waitFor();
  return { ...opened, version: opened.page.getByLabel("Version") };
};

test("an upgrade shows the fields of the new version, and keeps the values that it does not name", async () => {
  const { page, mock, version } = await open();
  await version.selectOption("2.0.0");
  await page.getByLabel("window").waitFor();
  await page.getByText("Version 2.0.0 does not have the field period. Its value is kept.").waitFor();
  expect(await page.getByLabel("period", { exact: true }).count()).toBe(0);
  expect(JSON.parse(await page.getByLabel("Other fields").inputValue())).toEqual({ period: 30 });
  await page.getByLabel("mode").selectOption("fast");
  await page.getByRole("button", { name: "Review changes" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("row", { name: 'version "1.0.0" "2.0.0"' }).waitFor();
  await dialog.getByText("The bot is restarted with the new settings.").waitFor();
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved as revision 2").waitFor();
  expect(await botOf(mock, "bot_a")).toMatchObject({
    version: "2.0.0",
    config: { symbol: "AAPL", period: 30, mode: "fast", window: 7, api_key: "********" },
  });
  expect(await page.getByText("does not have").count()).toBe(0);
});

test("a value that is none of the choices of the new version is shown, and refused beside its field", async () => {
  const { page, version } = await open();
  await version.selectOption("2.0.0");
  const mode = page.getByLabel("mode");
  await mode
    .getByRole("option", { name: '"careful" (not one of the choices)' })
    .waitFor({ state: "attached" });
  await review(page);
  await mode.and(page.locator("[aria-invalid=true]:focus")).waitFor();
});

test("a version that takes no other fields names those that it refuses, and they are removed on request", async () => {
  const { page, mock, version } = await open();
  await version.selectOption("3.0.0");
  await page.getByText("Version 3.0.0 does not have the field period. It takes no others").waitFor();
  await page.getByLabel("mode").selectOption("slow");
  await review(page);
  await page
    .getByRole("alert")
    .getByRole("button", { name: /config/ })
    .waitFor();
  await page.getByRole("button", { name: "Remove it" }).click();
  await save(page);
  await page.getByText("Saved as revision 2").waitFor();
  const { version: saved, config: after } = await botOf(mock, "bot_a");
  expect([saved, after]).toEqual(["3.0.0", { symbol: "AAPL", mode: "slow", window: 7, api_key: "********" }]);
});

test("a downgrade brings the old fields back, and discarding it the new ones", async () => {
  const { page, version } = await open("bot_b");
  await page.getByLabel("symbol").fill("MSFT");
  await version.selectOption("1.0.0");
  await page.getByLabel("period", { exact: true }).waitFor();
  expect(await page.getByLabel("symbol").inputValue()).toBe("MSFT");
  await page.getByText("Version 1.0.0 does not have the field window.").waitFor();
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByLabel("window").waitFor();
  expect(await version.inputValue()).toBe("2.0.0");
  expect(await page.getByLabel("symbol").inputValue()).toBe("");
});

test("when the fields of a version cannot be loaded, the page says so, keeps the entries, and tries again", async () => {
  const { page, mock, version } = await open();
  await page.getByLabel("symbol").fill("MSFT");
  mock.fail({ operation: "getCustomBotSchema", code: "not_found", times: 1 });
  await version.selectOption("2.0.0");
  await page.getByRole("button", { name: "Retry" }).click();
  await page.getByLabel("window").waitFor();
  expect(await page.getByLabel("symbol").inputValue()).toBe("MSFT");
});

for (const colorScheme of ["light", "dark"] as const)
  test(`the form of another version is accessible and fits 320 pixels: ${colorScheme}`, async () => {
    const { page, version } = await open("bot_a", { colorScheme, viewport: { width: 320, height: 800 } });
    await version.selectOption("3.0.0");
    await page.getByText("takes no others").waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  });
