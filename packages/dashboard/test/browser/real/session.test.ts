import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import type { TestPlatform } from "../../../../repo/src/drive/platform.ts";
import { hide } from "../../support/dashboard.ts";
import { signIn, usePlatform } from "../../support/real.ts";

let platform: TestPlatform;
const visit = usePlatform(
  (started) => {
    platform = started;
  },
  { PLATFORM_SESSION_IDLE_MINUTES: "1" },
);

const view = "/?q=none&sort=name";
const signInPage = `**/sign-in?next=${encodeURIComponent(view)}`;

async function createKey(): Promise<{ id: string; key: string }> {
  const { json } = await platform.call("POST", "/api-keys", { name: "browser" });
  return { id: json.id, key: json.key };
}

test("a session that is ended elsewhere leads to the sign-in page, and from there back to the same view", async () => {
  const visitor = await visit();
  const { page } = visitor;
  await hide(page);
  await signIn(visitor, platform);
  await page.goto(view);
  await page.getByRole("heading", { name: "Bots", exact: true }).waitFor();
  const other = await page.context().newPage();
  await other.goto("/");
  await other.getByRole("button", { name: /settings and sign-out/ }).click();
  await other.getByRole("button", { name: "Sign out" }).click();
  await other.waitForURL("/sign-in");
  expect(await other.evaluate("localStorage.getItem('botyard.page-key')")).toBe(null);
  await page.waitForURL(signInPage);
  const { key } = await createKey();
  await page.getByLabel("API key").fill(key);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(`**${view}`);
  await page.getByRole("heading", { name: "Bots", exact: true }).waitFor();
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test("a browser whose storage was cleared leads to the sign-in page, and from there back to the same view", async () => {
  const visitor = await visit();
  const { page } = visitor;
  await hide(page);
  await signIn(visitor, platform);
  const backIn = async (to: string) => {
    await page.waitForURL(`**/sign-in?next=${encodeURIComponent(to)}`);
    await page.getByLabel("API key").fill((await createKey()).key);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(`**${to}`);
  };
  await page.getByRole("heading", { name: "Bots", exact: true }).waitFor();
  await page.evaluate("localStorage.clear()");
  // What the open page asks for next is refused.
  await page.getByRole("link", { name: "System" }).click();
  await backIn("/system");
  await page.getByRole("heading", { name: "Limits" }).waitFor();
  await page.evaluate("localStorage.clear()");
  await page.goto(view);
  await backIn(view);
  await page.getByRole("heading", { name: "Bots", exact: true }).waitFor();
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test("every tab works with the session that one of them has opened last", async () => {
  const visitor = await visit();
  const { page } = visitor;
  await signIn(visitor, platform);
  // A page that is open may be refused between the new cookie and the new page key, and goes to the sign-in page.
  await page.goto("about:blank");
  const other = await page.context().newPage();
  await other.goto(view);
  await other.getByRole("heading", { name: "Bots", exact: true }).waitFor();
  await other.goto("/sign-in");
  await other.getByLabel("API key").fill((await createKey()).key);
  await other.getByRole("button", { name: "Sign in" }).click();
  await other.waitForURL("/");
  await page.goto("/system");
  await page.getByRole("heading", { name: "Limits" }).waitFor();
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save the metrics for Prometheus" }).click(),
  ]);
  expect(await readFile(await saved.path(), "utf8")).toContain("botyard_info");
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test("a key that is revoked ends the sessions that were opened with it, on every open page", async () => {
  const visitor = await visit();
  const { page } = visitor;
  await hide(page);
  const { id, key } = await createKey();
  await page.goto(view);
  await page.getByLabel("API key").fill(key);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(`**${view}`);
  await page.getByRole("heading", { name: "Bots", exact: true }).waitFor();
  await platform.call("DELETE", `/api-keys/${id}`);
  await page.waitForURL(signInPage);
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test("a page that is only open is signed out, and one that is used is not", {
  timeout: 120_000,
}, async () => {
  const [rests, works] = [await visit(), await visit()];
  for (const visitor of [rests, works]) {
    await signIn(visitor, platform);
    await visitor.page.goto(view);
    await visitor.page.getByRole("heading", { name: "Bots", exact: true }).waitFor();
  }
  let isOut = false;
  const out = rests.page.waitForURL(signInPage, { timeout: 100_000 }).then(() => {
    isOut = true;
  });
  while (!isOut) {
    await works.page.keyboard.press("Shift");
    await Promise.race([out, works.page.waitForTimeout(2_000)]);
  }
  await works.page.reload();
  await works.page.getByRole("heading", { name: "Bots", exact: true }).waitFor();
  for (const visitor of [rests, works]) await visitor.close();
});
