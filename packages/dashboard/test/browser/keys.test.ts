import { expect, test } from "vitest";
import { useBrowser } from "../support/browser.ts";
import { flaws } from "../support/dashboard.ts";

const open = useBrowser();
const scenario = {
  users: [
    {
      name: "admin",
      keys: [
        { name: "laptop" },
        { name: "old", expires_at: "-1d" },
        { name: "short", expires_at: "2030-01-01T00:00:00Z" },
      ],
    },
    { name: "lena", keys: [{ name: "phone", scopes: ["read" as const] }] },
  ],
  bots: [],
};

test("a key is created with its scope and expiry, and shown once", async () => {
  const { page } = await open(scenario, "/keys");
  await page.getByRole("button", { name: "Create a key" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("assistant");
  await dialog.getByLabel("Expires").selectOption("in 30 days");
  await dialog.getByRole("button", { name: "Create" }).click();
  const key = await page.locator(".command code").textContent();
  expect(key).toMatch(/^by_/);
  const row = page.getByRole("row", { name: /assistant/ });
  await row.waitFor();
  expect(await row.locator("td").first().textContent()).toBe("read");
  expect(await row.textContent()).toMatch(/in (29|30) d/);
  await page.reload();
  await row.waitFor();
  expect(await page.content()).not.toContain(key!);
});

test("the key of this session and an expired one are marked", async () => {
  const { page } = await open(scenario, "/keys");
  await page
    .getByRole("row", { name: /laptop/ })
    .getByText("this session")
    .waitFor();
  await page.getByRole("row", { name: /old/ }).getByText("expired").waitFor();
  expect(await page.getByText("this session").count()).toBe(1);
});

test("a key is revoked only after a question", async () => {
  const { page } = await open(scenario, "/keys");
  const row = page.getByRole("row", { name: /short/ });
  await row.getByRole("button").click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  expect(await row.count()).toBe(1);
  await row.getByRole("button").click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke the key" }).click();
  await row.waitFor({ state: "detached" });
});

test("an admin sees the keys of all users on request", async () => {
  const { page } = await open(scenario, "/keys");
  await page.getByRole("row", { name: /laptop/ }).waitFor();
  expect(await page.getByText("phone").count()).toBe(0);
  await page.getByLabel("of all users").check();
  await page.getByRole("row", { name: /phone/ }).waitFor();
  await page.waitForURL("**/keys?user=all");
});

test("the page and its dialog are accessible and fit", async () => {
  const { page } = await open(scenario, "/keys");
  await page.getByRole("row", { name: /laptop/ }).waitFor();
  expect(await flaws(page)).toEqual([]);
  await page.getByRole("button", { name: "Create a key" }).click();
  expect(await flaws(page)).toEqual([]);
});
