import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { useBrowser } from "../support/browser.ts";
import { flaws } from "../support/dashboard.ts";

const open = useBrowser();
const listed = (page: Page) => page.getByRole("region", { name: "Users" });
const scenario = { users: [{ name: "admin" }, { name: "lena" }], bots: [] };

test("a new user gets a sign-in link and, on request, a key, each shown once", async () => {
  const { page, mock } = await open(scenario, "/users");
  await page.getByRole("button", { name: "Add a user" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("mia");
  await page.getByRole("dialog").getByRole("button", { name: "Add" }).click();
  const link = page.locator(".command code").first();
  await link.waitFor();
  expect(await link.textContent()).toMatch(/^http:.*\/sign-in\?code=/);
  await page.getByRole("button", { name: "Create an API key too" }).click();
  await page.getByRole("button", { name: "I have copied both" }).waitFor();
  const key = (await page.locator(".command code").last().textContent())!;
  const status = await fetch(`${mock.url}/api/v1/auth/status`, { headers: { "x-api-key": key } });
  expect(await status.json()).toMatchObject({ user_name: "mia" });
  await page.getByRole("button", { name: "I have copied both" }).click();
  expect(await page.content()).not.toContain(key);
  await listed(page).getByRole("row", { name: /mia/ }).waitFor();
});

test("a user is disabled after a question and enabled again; nobody disables oneself", async () => {
  const { page } = await open(scenario, "/users");
  const row = listed(page).getByRole("row", { name: /lena/ });
  await row.getByRole("button", { name: "Disable lena" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Disable the user" }).click();
  await row.getByText("disabled").waitFor();
  await row.getByRole("button", { name: "Enable lena" }).click();
  await row.getByText("enabled").waitFor();
  expect(await page.getByRole("button", { name: "Disable admin" }).count()).toBe(0);
});

test("who is not an admin is told so", async () => {
  const { page } = await open({ users: [{ name: "lena", role: "user" }], bots: [] }, "/users");
  await page.getByText("Only admins manage users").waitFor();
  expect(await page.getByRole("navigation").getByText("Users").count()).toBe(0);
});

test("admins see what each user has of each quota", async () => {
  const bots = [{ name: "one", owner: "lena" }];
  const { page } = await open({ ...scenario, bots }, "/users");
  const quotas = page.getByRole("region", { name: "Quotas" });
  const cells = async (row: RegExp) =>
    quotas.getByRole("row", { name: row }).getByRole("cell").allTextContents();
  await quotas.getByRole("row", { name: /lena/ }).waitFor();
  expect((await cells(/lena/)).slice(0, 3)).toEqual(["1 of 2,000", "1 of 2,000", "0 B of 256 GiB"]);
  expect((await cells(/admin/))[0]).toBe("0 of 2,000");
});

test("the page is accessible and fits", async () => {
  const { page } = await open(scenario, "/users");
  await listed(page).getByRole("row", { name: /lena/ }).waitFor();
  expect(await flaws(page)).toEqual([]);
});
