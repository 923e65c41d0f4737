import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { buildDashboard } from "../../../repo/src/build/dashboard.ts";
import { whyNoChromium } from "../../../repo/src/drive/chromium.ts";
import { TestPlatform } from "../../../repo/src/drive/platform.ts";
import { launch } from "./dashboard.ts";

/** Starts `platform serve` with an empty data folder. */
export async function startPlatform(env: Record<string, string> = {}): Promise<TestPlatform> {
  const platform = new TestPlatform();
  await platform.start(["--stop-bots"], env);
  return platform;
}

/** Opens an empty page of the platform in a new browser profile. */
export type Visit = (options?: BrowserContextOptions) => Promise<Visitor>;

/** Starts a platform for the tests of a file, and prepares it. Without Chromium the tests are skipped. */
export function usePlatform(
  prepare: (platform: TestPlatform) => unknown,
  env: Record<string, string> = {},
): Visit {
  let browser: Browser | undefined;
  let platform: TestPlatform | undefined;
  beforeAll(async () => {
    if (whyNoChromium !== undefined) return;
    await buildDashboard();
    browser = await launch();
    platform = await startPlatform(env);
    await prepare(platform);
  });
  afterAll(() => platform?.close());
  beforeEach(({ skip }) => skip(whyNoChromium !== undefined, whyNoChromium));
  return (options) => visit(browser!, platform!, options);
}

/** The address of a page that signs a browser in as the user, once. */
export async function signInLink(platform: TestPlatform, user = "admin"): Promise<string> {
  const { status, json, text } = await platform.call("POST", `/users/${user}/sign-in-links`);
  if (status !== 200 && status !== 201)
    throw new Error(`creating a sign-in link answered ${status}: ${text}`);
  return platform.url + json.path;
}

export interface Visitor {
  page: Page;
  /** What a page should never do: show a dialog, violate its policy, throw, request another host. */
  complaints: string[];
  close(): Promise<void>;
}

async function visit(
  browser: Browser,
  platform: TestPlatform,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    ...options,
    baseURL: platform.url,
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (/content security policy|trusted ?type|trustedhtml/i.test(message.text()))
      complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("dialog", (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).host !== new URL(platform.url).host)
      complaints.push(`requested ${request.url()}`);
  });
  return { page, complaints, close: () => context.close() };
}

/** Signs the browser in as the user by a link, and shows the page. */
export async function signIn(visitor: Visitor, platform: TestPlatform, user = "admin"): Promise<void> {
  await visitor.page.goto(await signInLink(platform, user));
  await visitor.page.getByRole("button", { name: "Sign in" }).press("Enter");
  await visitor.page.waitForURL("/");
}
