import { expect, test } from "vitest";
import { useBrowser } from "../support/browser.ts";
import { overflow, violations } from "../support/dashboard.ts";
import { botOf, patchBot, save } from "../support/settings.ts";

const openDashboard = useBrowser(/status of 4\d\d/);
const schema = { type: "object", properties: { period: { type: "integer" }, symbol: { type: "string" } } };
const scenario = {
  custom_bots: [{ name: "cross", schema }],
  bots: [{ name: "steady", bot_id: "bot_a", type: "realtime/cross", config: { period: 20, symbol: "AAPL" } }],
};
const at = "/bots/bot_a/config";
const open = async (more = {}, path = at) => {
  const opened = await openDashboard({ ...scenario, ...more }, path);
  const period = opened.page.getByLabel("period");
  await period.waitFor();
  return { ...opened, period };
};
const readOnly = { users: [{ name: "lena", keys: [{ scopes: ["read" as const] }] }] };

test("with a key that may only read, the settings are shown, cannot be changed, and the page says why", async () => {
  const { page, mock, period } = await open(readOnly);
  expect(await period.inputValue()).toBe("20");
  expect(await period.isDisabled()).toBe(true);
  expect(await page.getByRole("button", { name: "Review changes" }).count()).toBe(0);
  await page.getByText("Your key may read only. To change settings, it needs the scope deploy.").waitFor();
  await page.getByRole("rowheader", { name: "1 current" }).waitFor();
  expect(await page.getByRole("button", { name: /Go back/ }).count()).toBe(0);
  await page.getByRole("button", { name: "Show JSON" }).click();
  expect(JSON.parse((await page.locator(".json pre").textContent())!)).toMatchObject({
    config: { period: 20 },
  });
  expect(mock.requests.filter(({ method }) => method === "PATCH" || method === "POST")).toEqual([]);
});

for (const colorScheme of ["light", "dark"] as const)
  test(`settings that cannot be changed are accessible and fit 320 pixels: ${colorScheme}`, async () => {
    const { page } = await openDashboard({ ...scenario, ...readOnly }, at, {
      ...{ colorScheme, viewport: { width: 320, height: 800 } },
    });
    await page.getByText("Your key may read only").waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  });

test("the browser asks before a page with changes that are not saved is closed, and not without them", async () => {
  const { page, period } = await open();
  const questions: string[] = [];
  page.on("dialog", (dialog) => {
    questions.push(dialog.type());
    void dialog.dismiss();
  });
  await period.click();
  await page.keyboard.type("5");
  await page.getByText("1 change not saved").waitFor();
  const asked = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  await asked;
  expect([questions, page.isClosed()]).toEqual([["beforeunload"], false]);
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByText("Nothing changed").waitFor();
  const closed = page.waitForEvent("close");
  await page.close({ runBeforeUnload: true });
  await closed;
  expect(questions.length).toBe(1);
});

test("a step back asks too, and the address stays that of the page that is shown", async () => {
  const { page, period } = await open();
  await page.getByRole("link", { name: "Logs" }).click();
  await page.waitForURL("**/bot_a/logs");
  await page.getByRole("link", { name: "Config" }).click();
  await period.fill("41");
  await page.goBack();
  await page.getByRole("dialog").getByRole("button", { name: "Stay" }).click();
  expect(new URL(page.url()).pathname).toBe(at);
  expect(await period.inputValue()).toBe("41");
  await page.goBack();
  await page.getByRole("dialog").getByRole("button", { name: "Leave" }).click();
  await page.waitForURL("**/bot_a/logs");
  await page.getByRole("link", { name: "Config" }).click();
  expect(await period.inputValue()).toBe("20");
});

test("a save that another one overtakes says so, and the own value wins only when the reader says it", async () => {
  const { page, mock, period } = await open();
  await page.getByLabel("symbol").fill("MSFT");
  await period.fill("40");
  await page.route(
    "**/api/v1/bots/bot_a",
    async (route) => {
      if (route.request().method() !== "PATCH") return route.fallback();
      await patchBot(mock, "bot_a", { config: { period: 30, symbol: "AAPL" } });
      await route.fallback();
    },
    { times: 1 },
  );
  await save(page);
  await page.getByRole("alert").getByRole("row", { name: "config.period 20 30" }).waitFor();
  expect(await botOf(mock, "bot_a")).toMatchObject({ revision: 2, config: { period: 30, symbol: "AAPL" } });
  expect(await period.inputValue()).toBe("40");
  expect(await page.getByRole("button", { name: "Review changes" }).isDisabled()).toBe(true);
  await page.getByRole("button", { name: "Apply my changes to revision 2" }).click();
  await page.getByRole("button", { name: "Review changes" }).click();
  await page.getByRole("dialog").getByRole("row", { name: "config.period 30 40" }).waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved as revision 3").waitFor();
  expect(await botOf(mock, "bot_a")).toMatchObject({ config: { period: 40, symbol: "MSFT" } });
});

test("revisions that cannot be loaded say why, and can be tried again while the form still works", async () => {
  const { page, mock, period } = await open({
    failures: [{ operation: "listRevisions", code: "not_found", detail: "No revisions here.", times: 1 }],
  });
  const alert = page.getByRole("alert");
  await alert.getByText("No revisions here.").waitFor();
  await alert.getByText(/Request req_/).waitFor();
  await page.emulateMedia({ media: "print" });
  expect(await alert.isVisible()).toBe(true);
  await page.emulateMedia({ media: "screen" });
  await alert.getByRole("button", { name: "Retry" }).click();
  await page.getByRole("rowheader", { name: "1 current" }).waitFor();
  mock.fail({ operation: "listRevisions", code: "not_found", detail: "Not now.", times: 1 });
  await period.fill("21");
  await save(page);
  await page.getByText("Saved as revision 2").waitFor();
  await alert.getByText("Not now.").waitFor();
  await alert.getByRole("button", { name: "Retry" }).click();
  await page.getByRole("rowheader", { name: "2 current" }).waitFor();
});

test("a roll-back that another change overtakes is refused in its dialog, and nothing changes", async () => {
  const { page, mock } = await open();
  await patchBot(mock, "bot_a", { config: { period: 21, symbol: "AAPL" } });
  await page.getByRole("button", { name: "Go back to revision 1" }).click();
  await page.route(
    "**/rollback",
    async (route) => {
      await patchBot(mock, "bot_a", { name: "third" });
      await route.fallback();
    },
    { times: 1 },
  );
  await page.getByRole("dialog").getByRole("button", { name: "Go back" }).click();
  await page.getByRole("dialog").getByRole("alert").waitFor();
  expect(await botOf(mock, "bot_a")).toMatchObject({ name: "third", revision: 3 });
});
