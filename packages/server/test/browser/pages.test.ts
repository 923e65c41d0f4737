import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { launchChromium, whyNoChromium } from "../../../repo/src/drive/chromium.ts";
import { openPlatform, type TestPlatform } from "../http/harness.ts";
import { leastContrast, overflow, watched } from "./watched.ts";

let at: TestPlatform;
let browser: Browser | undefined;
beforeAll(async () => {
  at = await openPlatform();
  if (whyNoChromium === undefined) browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  await at.close();
});
beforeEach(({ skip }) => skip(whyNoChromium !== undefined, whyNoChromium));

const open = (options?: BrowserContextOptions, expected?: number[]) =>
  watched(browser!, at.platform.url, options, expected);
const link = async (name: string) => {
  await at.admin.post("/users", { name });
  return (await at.admin.post(`/users/${name}/sign-in-links`)).json.path as string;
};
const begin = async (client: string) => (await at.client(undefined).post("/device/code", { client })).json;
const focused = (page: Page) => page.evaluate<string>("document.activeElement.textContent");
/** Types into the field that the page has given the focus. */
async function enter(page: Page, text: string): Promise<void> {
  await page.locator("input:focus").waitFor();
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
}

test("a sign-in link opens a session of a cookie that no script gets, and a key that only pages of the platform get", async () => {
  const { page, complaints } = await open();
  const path = await link("lena");
  await page.goto(path);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("/");
  expect(await page.getByRole("main").textContent()).toContain("You are signed in.");
  const [cookie, ...others] = await page.context().cookies();
  expect(others).toEqual([]);
  expect(cookie).toMatchObject({ name: "botyard_session", httpOnly: true, sameSite: "Strict", path: "/" });
  expect(await page.evaluate("document.cookie")).toBe("");
  expect(await page.evaluate("localStorage.getItem('botyard.page-key')")).toMatch(/^[\w-]{43}$/);
  // These pages ask for nothing: only the dashboard may.
  const status = "fetch('/api/v1/auth/status').then((answer) => answer.status, String)";
  expect(await page.evaluate(status)).toMatch(/Failed to fetch/);
  expect(complaints.splice(0).join()).toMatch(/violates the following Content Security Policy directive/);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL("/sign-in");
  expect(await page.context().cookies()).toEqual([]);
  expect(await page.evaluate("localStorage.length")).toBe(0);
  expect(complaints).toEqual([]);
});

test("a used link says so, and the page offers to sign in with a key", async () => {
  const path = await link("used");
  for (const uses of [1, 2]) {
    const { page, complaints } = await open({}, [401]);
    await page.goto(path);
    await page.locator("button:focus").press("Enter");
    if (uses === 1) await page.waitForURL("/");
    else {
      await page.getByRole("alert").waitFor();
      expect(await page.getByRole("alert").textContent()).toBe(
        "The sign-in link is invalid. It was used before or has expired. Ask an admin for another one, or use an API key.",
      );
      await enter(page, at.admin.key);
      await page.waitForURL("/");
    }
    expect(complaints).toEqual([]);
  }
});

test("a used link leads on in the browser that it has signed in", async () => {
  const path = await link("again");
  const { page, complaints } = await open();
  for (const _use of [1, 2]) {
    await page.goto(path);
    await page.locator("button:focus").press("Enter");
    await page.waitForURL("/");
    expect(await page.getByRole("main").textContent()).toContain("You are signed in.");
  }
  expect(complaints).toEqual([]);
});

test("a device is approved with the keyboard alone, starting from the address that it shows", async () => {
  const codes = await begin("platform on desk");
  const { page, complaints } = await open();
  await page.goto(codes.verification_uri_complete);
  await page.waitForURL(/sign-in/);
  await enter(page, at.admin.key);
  await page.waitForURL(/\/device/);
  expect(await page.getByRole("textbox").inputValue()).toBe(codes.user_code);
  await page.locator("button:focus").press("Enter");
  await page.getByText("platform on desk asks for an API key of admin").waitFor();
  expect(await page.getByRole("main").textContent()).toContain(codes.user_code);
  // Nothing is approved by pressing Enter at once.
  expect(await focused(page)).not.toBe("Approve");
  for (let tabs = 0; tabs < 5 && (await focused(page)) !== "Approve"; tabs++)
    await page.keyboard.press("Tab");
  expect(await page.evaluate("getComputedStyle(document.activeElement).outlineStyle")).toBe("solid");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Approved" }).waitFor();
  const { device_code } = codes;
  expect((await at.client(undefined).post("/device/token", { device_code })).status).toBe(200);
  expect(complaints).toEqual([]);
});

test("a mistyped code can be corrected on the page", async () => {
  const { user_code } = await begin("typed");
  const { page, complaints } = await open({}, [404]);
  await page.goto("/sign-in");
  await enter(page, at.admin.key);
  await page.waitForURL("/");
  await page.getByRole("link", { name: "Approve the sign-in of a device" }).click();
  await enter(page, "BBBB-BBBB");
  await page.getByRole("alert").waitFor();
  await enter(page, user_code.toLowerCase());
  await page.getByRole("button", { name: "Deny" }).click();
  await page.getByRole("heading", { name: "Denied" }).waitFor();
  expect(complaints).toEqual([]);
});

test("a browser that has lost the page key signs in again, and then sees what it asked for", async () => {
  const { user_code } = await begin("lost");
  const { page, complaints } = await open();
  await page.goto("/sign-in");
  await enter(page, at.admin.key);
  await page.waitForURL("/");
  await page.evaluate("localStorage.clear()");
  await page.goto(`/device?user_code=${user_code}`);
  await page.locator("button:focus").press("Enter");
  await page.waitForURL(/sign-in/);
  await enter(page, at.admin.key);
  await page.waitForURL(/device/);
  await page.locator("button:focus").press("Enter");
  await page.getByText("lost asks for an API key of admin").waitFor();
  expect(complaints).toEqual([]);
});

test("without JavaScript, or without storage, the sign-in page says what is missing", async () => {
  const refuse = "Object.defineProperty(window, 'localStorage', { get() { throw new Error('blocked'); } })";
  for (const missing of ["script", "storage"]) {
    const { page } = await open({ javaScriptEnabled: missing !== "script" });
    if (missing === "storage") await page.addInitScript(refuse);
    await page.goto("/sign-in");
    await page.getByText("This page needs JavaScript, and storage for this site.").waitFor();
  }
  const { page } = await open();
  await page.goto("/sign-in");
  expect(await page.getByText("This page needs").count()).toBe(0);
});

test("a link in the reference leads to its section", async () => {
  const { page, complaints } = await open();
  await page.goto("/docs");
  await page.getByRole("link", { name: "POST /api/v1/bots", exact: true }).press("Enter");
  await page.waitForURL("/docs#createBot");
  expect(await page.locator("#createBot h3").isVisible()).toBe(true);
  expect(complaints).toEqual([]);
});

test.for(
  (["light", "dark"] as const).flatMap((colorScheme) => [390, 1100].map((width) => ({ colorScheme, width }))),
)("every page is readable in $colorScheme colours, $width pixels wide", async ({ colorScheme, width }) => {
  const { user_code } = await begin("c".repeat(100));
  const view = { colorScheme, viewport: { width, height: 800 } };
  const { page, complaints } = await open(view, [401, 404]);
  const look = async () => {
    expect(await overflow(page), page.url()).toBeLessThanOrEqual(0);
    const { ratio, text } = await leastContrast(page);
    expect(ratio, `${page.url()} ${text}`).toBeGreaterThanOrEqual(4.5);
  };
  await page.goto("/sign-in?code=x");
  await look();
  await page.locator("button:focus").press("Enter");
  await page.getByRole("alert").waitFor();
  await look();
  await enter(page, at.admin.key);
  await page.waitForURL("/");
  await look();
  for (const code of [user_code, "BBBB-BBBB"]) {
    await page.goto(`/device?user_code=${code}`);
    await look();
    await page.locator("button:focus").press("Enter");
    await page.getByText(code === user_code ? "asks for an API key" : "The code is unknown").waitFor();
    await look();
  }
  await page.goto("/docs");
  await look();
  expect(complaints).toEqual([]);
});

test("an address without a page says so to a browser, and to a program as a problem", async () => {
  const { page, complaints } = await open({}, [404]);
  await page.goto("/no/such/page?x=1");
  expect(await page.getByRole("heading").textContent()).toBe("Page not found");
  expect(await page.getByRole("main").textContent()).toContain("no page at /no/such/page.");
  await page.getByRole("link", { name: "To the start page" }).click();
  await page.waitForURL(/sign-in/);
  expect(complaints).toEqual([]);
  const answer = await fetch(`${at.platform.url}/no/such/page`);
  expect(await answer.json()).toMatchObject({ status: 404, code: "not_found" });
});
