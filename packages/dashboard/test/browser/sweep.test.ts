import { existsSync } from "node:fs";
import type { Scenario } from "@botyard/mock-server";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { buildDashboard } from "../../../repo/src/build/dashboard.ts";
import { paths } from "../../paths.js";
import { addressesOf, tabs } from "../support/addresses.ts";
import { chromiumPath, launch, openDashboard, overflow, violations } from "../support/dashboard.ts";

let browser: Browser | undefined;
beforeAll(async () => {
  await buildDashboard();
  if (existsSync(chromiumPath)) browser = await launch();
});
afterAll(() => browser?.close());
beforeEach(({ skip }) => skip(!browser, "chromium is not installed"));

const scenario: Scenario = {
  bots: [
    { name: "steady", bot_id: "bot_steady", logs: ["a line"] },
    { name: "nightly", bot_id: "bot_nightly", type: "scheduled/report" },
    {
      name: "broken",
      bot_id: "bot_broken",
      status: "failed",
      reason: "crash_loop",
      detail: "It ended 10 times.",
    },
  ],
};
const addresses = addressesOf("bot_nightly", "report");

for (const colorScheme of ["light", "dark"] as const)
  for (const width of [320, 1280])
    test(`every address and tab is accessible and fits: ${colorScheme}, ${width} pixels`, async () => {
      const opened = await openDashboard(browser!, scenario, "/", {
        colorScheme,
        viewport: { width, height: 800 },
      });
      const { page } = opened;
      const found: string[] = [];
      for (const path of addresses) {
        await page.goto(path);
        await page.getByRole("main").getByRole("heading").first().waitFor();
        await expect.poll(() => page.getByText("Loading …").count()).toBe(0);
        found.push(...(await violations(page)).map((violation) => `${path}: ${violation}`));
        const wider = await overflow(page);
        if (wider > 0) found.push(`${path}: ${wider} pixels wider than the window`);
      }
      await opened.close();
      expect(found).toEqual([]);
      expect(addresses.length).toBe(paths.length - 1 + tabs.length);
    });
