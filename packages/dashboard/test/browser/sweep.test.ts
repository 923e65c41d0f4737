import type { Scenario } from "@botyard/mock-server";
import { expect, test } from "vitest";
import { paths } from "../../paths.js";
import { useBrowser } from "../support/browser.ts";
import { flaws } from "../support/dashboard.ts";

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
const tabs = ["metrics", "logs", "runs", "queries", "config", "state", "events"];
/** Every address, with each tab of a scheduled bot, which has all of them. */
const addresses = [...paths].flatMap((path) =>
  path.includes(":tab")
    ? tabs.map((tab) => `/bots/bot_nightly/${tab}`)
    : [path.replace(":bot_id", "bot_steady").replace(":name", "report")],
);

test("every address and tab is accessible and fits", async () => {
  const { page } = await open(scenario);
  expect(addresses.length).toBe(paths.length - 1 + tabs.length);
  const found: string[] = [];
  for (const path of addresses) {
    await page.goto(path);
    await page.getByRole("main").getByRole("heading").first().waitFor();
    await expect.poll(() => page.getByText("Loading …").count()).toBe(0);
    found.push(...(await flaws(page)).map((flaw) => `${path}: ${flaw}`));
  }
  expect(found).toEqual([]);
});
