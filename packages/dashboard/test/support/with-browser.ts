import { existsSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { buildDashboard } from "../../../repo/src/build/dashboard.ts";
import { chromiumPath, launch, type Opened } from "./dashboard.ts";

/** A browser for the tests of a file. A page that a test keeps in `opened` must not complain, and is closed. */
export function withBrowser(): { browser: Browser; opened: Opened | undefined } {
  const held = {} as { browser: Browser; opened: Opened | undefined };
  beforeAll(async () => {
    await buildDashboard();
    if (existsSync(chromiumPath)) held.browser = await launch();
  });
  afterAll(() => held.browser?.close());
  beforeEach(({ skip }) => skip(!held.browser, "chromium is not installed"));
  afterEach(async () => {
    const { opened } = held;
    held.opened = undefined;
    await opened?.close();
    expect(opened?.complaints ?? []).toEqual([]);
  });
  return held;
}
