import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { launchChromium, whyNoChromium } from "../../../repo/src/drive/chromium.ts";
import { openScene, type Scene, tryCookie } from "../http/thief.ts";

let browser: Browser | undefined;
let scene: Scene;
/** What browsers have sent to a page of a bot. */
const cookies: string[] = [];
const bot = createServer(({ headers }, answer) => {
  cookies.push(headers.cookie ?? "");
  answer
    .writeHead(200, { "content-type": "text/html" })
    .end("<!doctype html><title>A bot</title><h1>A bot</h1>");
});
beforeAll(async () => {
  if (whyNoChromium !== undefined) return;
  browser = await launchChromium();
  scene = await openScene();
  await new Promise<void>((resolve) => bot.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  await browser?.close();
  await scene?.at.close();
  bot.closeAllConnections();
  bot.close();
});
beforeEach(({ skip }) => skip(whyNoChromium !== undefined, whyNoChromium));

test("a bot that listens on the port of the platform at ::1 is not where a browser has signed in", async ({
  skip,
}) => {
  const { at, victim } = scene;
  const { port } = at.platform;
  const context = await browser!.newContext();
  const page = await context.newPage();
  await page.goto(`http://localhost:${port}/sign-in`);
  await page.getByLabel("API key").fill(victim.key);
  await page.keyboard.press("Enter");
  await page.waitForURL(`${at.platform.url}/`);
  const known = cookies.length;
  const beside = createServer(bot.listeners("request")[0] as RequestListener);
  const listens = new Promise((resolve) =>
    beside.once("listening", () => resolve(true)).once("error", () => resolve(false)),
  );
  beside.listen(port, "::1");
  skip(!(await listens), "this machine has no ::1");
  // The same profile, later: the first one still has its connection to the platform.
  const storageState = await context.storageState();
  await context.close();
  const later = await browser!.newContext({ storageState });
  const lured = await later.newPage();
  await lured.goto(`http://localhost:${port}/`);
  await lured.getByRole("heading", { name: "A bot" }).waitFor();
  expect(await lured.evaluate("localStorage.length")).toBe(0);
  expect(cookies.slice(known).join("")).toBe("");
  beside.closeAllConnections();
  beside.close();
  await later.close();
}, 60_000);

test("a bot that lures a browser to its own port gets the cookie, and cannot do anything with it", async () => {
  const { at, victim, values } = scene;
  const context = await browser!.newContext({ baseURL: at.platform.url });
  const page = await context.newPage();
  await page.goto("/sign-in");
  await page.getByLabel("API key").fill(victim.key);
  await page.keyboard.press("Enter");
  await page.waitForURL("/");

  await page.goto(`http://127.0.0.1:${(bot.address() as AddressInfo).port}/`);
  expect(await page.evaluate("localStorage.length")).toBe(0);
  const cookie = cookies.at(-1)!;
  expect(cookie).toMatch(/^botyard_session=[\w-]{43}$/);
  await tryCookie(scene, cookie);

  // In the browser, everything goes on as before.
  await page.goto(`/device?user_code=${values.user_code}`);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("asks for an API key of victoria").waitFor();
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByRole("heading", { name: "Approved" }).waitFor();
  await context.close();
}, 60_000);
