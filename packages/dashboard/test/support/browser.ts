import type { Scenario } from "@botyard/mock-server";
import type { Browser, BrowserContextOptions } from "playwright-core";
import { afterEach, beforeAll, beforeEach, expect } from "vitest";
import { buildDashboard } from "../../../repo/src/build/dashboard.ts";
import { whyNoChromium } from "../../../repo/src/drive/chromium.ts";
import { launch, type Opened, openDashboard } from "./dashboard.ts";

/**
 * Gives the tests of a file one browser, closes after each test what it opened, and fails it if a page complained, unless the
 * complaint is `expected`: a browser also reports requests that are refused. Returns how to open a dashboard.
 */
export function useBrowser(
  expected?: RegExp,
): (scenario: Scenario, path?: string, options?: BrowserContextOptions) => Promise<Opened> {
  let browser: Browser | undefined;
  let opened: Opened[] = [];
  beforeAll(async () => {
    await buildDashboard();
    if (whyNoChromium === undefined) browser = await launch();
  });
  beforeEach(({ skip }) => skip(whyNoChromium !== undefined, whyNoChromium));
  afterEach(async () => {
    const ending = opened;
    opened = [];
    const complaints = ending.flatMap((one) => one.complaints);
    for (const one of ending) await one.close();
    expect(complaints.filter((one) => !expected?.test(one))).toEqual([]);
  });
  return async (scenario, path, options) => {
    const one = await openDashboard(browser!, scenario, path, options);
    opened.push(one);
    return one;
  };
}
