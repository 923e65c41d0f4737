import { expect, test } from "vitest";
import { useBrowser } from "../support/browser.ts";
import { flaws } from "../support/dashboard.ts";
import { configOf, save } from "../support/settings.ts";

const open = useBrowser(/status of 4\d\d/);
const schema = {
  type: "object",
  properties: { api_key: { type: "string", writeOnly: true }, symbol: { type: "string" } },
};
const scenario = {
  custom_bots: [{ name: "trader", version: "1.0.0", schema }],
  bots: [{ name: "steady", bot_id: "bot_a", type: "realtime/trader" as const, config: { symbol: "BTC" } }],
};

test("a secret is set, gets a staged value, which is applied, and is deleted; its value is never shown", async () => {
  const { page } = await open(scenario, "/secrets");
  await page.getByText("No secrets yet.").waitFor();
  await page.getByRole("button", { name: "Set a secret" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Kraken Key");
  await dialog.getByLabel("Value", { exact: true }).fill("planted-canary");
  await dialog.getByRole("button", { name: "Set" }).click();
  await dialog.getByRole("alert").waitFor();
  await dialog.getByLabel("Name").fill("kraken-key");
  await dialog.getByRole("button", { name: "Set" }).click();
  const row = page.getByRole("row", { name: /kraken-key/ });
  await row.getByText("admin").waitFor();
  expect(await flaws(page)).toEqual([]);
  await page.getByRole("button", { name: "New value of kraken-key" }).click();
  await dialog.getByLabel("Value", { exact: true }).fill("planted-canary-two");
  await dialog.getByLabel("Bots that run keep the earlier value").check();
  expect(await flaws(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Set" }).click();
  await row.getByText("staged").waitFor();
  await page.getByRole("button", { name: "Apply kraken-key" }).click();
  await row.getByText("staged").waitFor({ state: "detached" });
  expect(await page.content()).not.toContain("planted-canary");
  await page.getByRole("button", { name: "Delete kraken-key" }).click();
  await dialog.getByLabel("Type kraken-key to confirm").fill("kraken-key");
  await dialog.getByRole("button", { name: "Delete the secret" }).click();
  await page.getByText("No secrets yet.").waitFor();
});

test("the config of a bot names a secret, and one that does not exist is refused beside its field", async () => {
  const { page, mock } = await open(scenario, "/bots/bot_a/config");
  await page.getByRole("button", { name: "Use a named secret" }).click();
  const field = page.getByLabel("api_key", { exact: true });
  await field.fill("kraken-key");
  await page.getByRole("button", { name: "Review changes" }).click();
  await page.getByRole("alert").getByText('There is no secret "kraken-key".').first().waitFor();
  const { ok } = await fetch(`${mock.apiUrl}/secrets/kraken-key`, {
    method: "PUT",
    headers: { authorization: `ApiKey ${mock.key}`, "content-type": "application/json" },
    body: JSON.stringify({ value: "planted-canary" }),
  });
  expect(ok).toBe(true);
  await save(page);
  await page.getByText("Saved as revision 2").waitFor();
  expect(await configOf(mock, "bot_a")).toEqual({ symbol: "BTC", api_key: { secret: "kraken-key" } });
  expect(await field.inputValue()).toBe("kraken-key");
  expect(await flaws(page)).toEqual([]);
});
