import type { Scenario } from "@botyard/mock-server";
import { expect, test } from "vitest";
import { paths } from "../../paths.js";
import { addressesOf, tabs } from "../support/addresses.ts";
import { useBrowser } from "../support/browser.ts";
import { flaws, follow, settled } from "../support/dashboard.ts";

const open = useBrowser();

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

test("every address and tab is accessible and fits", async () => {
  const { page } = await open(scenario);
  expect(addresses.length).toBe(paths.length - 1 + tabs.length);
  const found: string[] = [];
  for (const path of addresses) {
    await follow(page, path);
    await page.getByRole("main").getByRole("heading").first().waitFor();
    await settled(page);
    found.push(...(await flaws(page)).map((flaw) => `${path}: ${flaw}`));
  }
  expect(found).toEqual([]);
});
