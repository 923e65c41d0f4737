import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openScene, type Scene, tryCookie } from "../http/thief.ts";

const executablePath = "/usr/bin/chromium";

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
  if (!existsSync(executablePath)) return;
  browser = await chromium.launch({ executablePath, args: ["--disable-gpu"] });
  scene = await openScene();
  await new Promise<void>((resolve) => bot.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  await browser?.close();
  await scene?.at.close();
  bot.closeAllConnections();
  bot.close();
});
beforeEach(({ skip }) => skip(!browser, "chromium is not installed"));

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
  expect(cookies[0]).toMatch(/^botyard_session=[\w-]{43}$/);
  await tryCookie(scene, cookies[0]!);

  // In the browser, everything goes on as before.
  await page.goto(`/device?user_code=${values.user_code}`);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("asks for an API key of victoria").waitFor();
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByRole("heading", { name: "Approved" }).waitFor();
  await context.close();
}, 60_000);
