import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Scenario } from "@botyard/mock-server";
import { expect, test } from "vitest";
import { useBrowser } from "../support/browser.ts";
import { flaws, type Opened } from "../support/dashboard.ts";

const openDashboard = useBrowser(/status of 4\d\d/);
let opened: Opened | undefined;

const schema = {
  $schema: "http://json-schema.org/draft-07/schema#",
  type: "object",
  required: ["symbol"],
  properties: {
    symbol: { type: "string" },
    period: { type: "integer", minimum: 2, default: 20 },
    api_key: { type: "string", writeOnly: true },
  },
};
const scenario: Scenario = {
  custom_bots: [
    { name: "cross", version: "1.0.0", schema },
    { name: "report", version: "1.0.0", type: "scheduled", schema },
  ],
  bots: [{ name: "taken", bot_id: "bot_taken", type: "realtime/cross", config: { symbol: "A" } }],
};
const open = async (path = "/deploy", options = {}) => {
  opened = await openDashboard(scenario, path, options);
  return opened.page;
};
const ask = async ({ mock }: Opened, path: string) =>
  (await fetch(`${mock.apiUrl}${path}`, { headers: { authorization: `ApiKey ${mock.key}` } })).json();

test("a scheduled bot is created step by step, with the next ticks in each time zone", async () => {
  const page = await open("/deploy", { timezoneId: "Asia/Tokyo" });
  await page.getByLabel("Custom bot").selectOption("report");
  await page.getByRole("button", { name: "Next: config" }).click();
  await page.getByLabel("symbol").fill("AAPL");
  await page.getByRole("button", { name: "Next: name" }).click();
  await page.getByLabel("Name", { exact: true }).fill("daily");
  await page.getByLabel("Schedule", { exact: true }).fill("30 9 * * *");
  await page.getByLabel("Time zone").fill("America/New_York");
  await page.getByLabel("Start deadline").fill("600");
  const preview = page.getByRole("table", { name: "Next runs" });
  await preview.getByRole("columnheader", { name: "In America/New_York" }).waitFor();
  expect(await preview.getByRole("columnheader").allTextContents()).toEqual([
    "In America/New_York",
    "In UTC",
    "Here (Asia/Tokyo)",
  ]);
  await preview.getByText(/09:30/).first().waitFor();
  expect(await preview.locator("tbody tr").count()).toBe(5);
  await page.getByRole("button", { name: "Next: review" }).click();
  await page.getByText("Nothing has been created yet.").waitFor();
  await page.getByRole("button", { name: "Create the bot" }).click();
  await page.waitForURL("**/bots/bot_*");
  const { items } = (await ask(opened!, "/bots?name=daily")) as { items: object[] };
  expect(items).toMatchObject([
    {
      ...{ schedule: "30 9 * * *", timezone: "America/New_York", start_deadline_seconds: 600 },
      config: { symbol: "AAPL", period: 20 },
    },
  ]);
});

test("a problem leads back to the step with its field, and what was entered stays", async () => {
  const page = await open("/deploy?custom_bot=cross&step=config");
  await page.getByLabel("symbol").fill("AAPL");
  await page.getByLabel("period").fill("1");
  await page.getByRole("button", { name: "Next: name" }).click();
  await page.getByRole("alert").getByText("config.period").waitFor();
  await page.getByLabel("period").and(page.locator(":focus")).waitFor();
  await page.getByLabel("period").fill("5");
  await page.getByRole("button", { name: "Next: name" }).click();
  await page.getByLabel("Name", { exact: true }).fill("taken");
  await page.getByRole("button", { name: "Next: review" }).click();
  await page.getByRole("button", { name: "Create the bot" }).click();
  await page.waitForURL("**step=name*");
  await page.getByRole("alert").waitFor();
  expect(await page.getByLabel("Name", { exact: true }).getAttribute("aria-invalid")).toBe("true");
  await page.goBack();
  await page.getByRole("button", { name: "Create the bot" }).waitFor();
  await page.goBack();
  await page.goBack();
  expect(await page.getByLabel("symbol").inputValue()).toBe("AAPL");
  expect(await page.getByLabel("period").inputValue()).toBe("5");
});

test("the command of the review creates the same bot in a shell, with its secrets and strange names", async () => {
  const page = await open("/deploy?custom_bot=cross&step=config");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const symbol = `it's $HOME "\`x\`" \u202E END`;
  await page.getByLabel("symbol").fill(symbol);
  await page.getByLabel("api_key").fill("sk-secret");
  await page.getByRole("button", { name: "Next: name" }).click();
  await page.getByLabel("Name", { exact: true }).fill("from-shell");
  await page.getByRole("button", { name: "Next: review" }).click();
  const command = page.locator(".command").filter({ hasText: "platform bot deploy" });
  expect(await command.textContent()).not.toContain("sk-secret");
  await command.getByRole("button", { name: "Copy" }).click();
  await command.getByText("Copied").waitFor();
  const text = await page.evaluate<string>("navigator.clipboard.readText()");
  expect(text).toContain("sk-secret");

  const folder = mkdtempSync(join(tmpdir(), "botyard-deploy-"));
  const cli = fileURLToPath(new URL("../../../cli/bin/platform.mjs", import.meta.url));
  writeFileSync(join(folder, "platform"), `#!/bin/sh\nexec "${process.execPath}" "${cli}" "$@"\n`);
  chmodSync(join(folder, "platform"), 0o755);
  const { mock } = opened!;
  await promisify(execFile)("sh", ["-c", text], {
    env: {
      PATH: `${folder}:${process.env.PATH}`,
      HOME: folder,
      PLATFORM_API_URL: mock.apiUrl,
      PLATFORM_API_KEY: mock.key,
    },
  }).finally(() => rmSync(folder, { recursive: true }));
  const { items } = (await ask(opened!, "/bots?name=from-shell")) as { items: object[] };
  expect(items).toMatchObject([{ config: { symbol, api_key: "********" } }]);
});

test("the keyboard is enough to create a bot", async () => {
  const page = await open("/deploy?custom_bot=cross&step=config");
  await page.getByLabel("symbol").focus();
  await page.keyboard.type("AAPL");
  await page.keyboard.press("Enter");
  const name = page.getByLabel("Name", { exact: true });
  await name.waitFor();
  await page.keyboard.press("Tab");
  while ((await name.and(page.locator(":focus")).count()) === 0) await page.keyboard.press("Tab");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("by-keyboard");
  await page.keyboard.press("Enter");
  const create = page.getByRole("button", { name: "Create the bot" });
  await create.waitFor();
  while ((await create.and(page.locator(":focus")).count()) === 0) await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/bots/bot_*");
});

test("without custom bots, the page says how to make one", async () => {
  opened = await openDashboard({ bots: [], custom_bots: [] }, "/deploy");
  await opened.page.getByText("platform custom-bot init").waitFor();
});

test("every step is accessible and fits", async () => {
  const page = await open("/deploy");
  const check = async (step: string) => {
    expect(await flaws(page), step).toEqual([]);
  };
  await page.getByLabel("Custom bot").selectOption("report");
  await page.getByLabel("Version").waitFor();
  await check("bot");
  await page.getByRole("button", { name: "Next: config" }).click();
  await page.getByLabel("symbol").fill("AAPL");
  await check("config");
  await page.getByRole("button", { name: "Next: name" }).click();
  await page.getByRole("table", { name: "Next runs" }).waitFor();
  await check("name");
  await page.getByRole("button", { name: "Next: review" }).click();
  await page.getByRole("button", { name: "Create the bot" }).waitFor();
  await check("review");
});
