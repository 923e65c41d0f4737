import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { TestPlatform } from "../../../repo/src/drive/platform.ts";

/** Starts `platform serve` with an empty data folder. */
export async function startPlatform(env: Record<string, string> = {}): Promise<TestPlatform> {
  const platform = new TestPlatform();
  await platform.start(["--stop-bots"], env);
  return platform;
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

/** Opens an empty page of the platform in a new browser profile. */
export async function visit(
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
