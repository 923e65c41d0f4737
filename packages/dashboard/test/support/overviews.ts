import type { Scenario } from "@botyard/mock-server";
import type { Browser, BrowserContextOptions } from "playwright-core";
import { type Opened, openDashboard } from "./dashboard.ts";

export interface OverviewFixture {
  errors_24h?: number;
  last_signal?: Record<string, unknown>;
  sparkline?: Record<string, unknown>;
}

export interface Known {
  /** What bots did during the last day, by bot. */
  overviews?: Record<string, OverviewFixture>;
  /** What every bot uses. */
  usage?: Record<string, unknown>;
  options?: BrowserContextOptions;
}

const usual = {
  running: true,
  sampled_at: "2026-11-20T14:30:00Z",
  memory: { used_bytes: 64 * 1024 ** 2, limit_bytes: 256 * 1024 ** 2 },
  cpu: { used_cores: 0.12, limit_cores: 1 },
  processes: { used: 14, limit: 256 },
  disk: { used_bytes: 12 * 1024 ** 2, limit_bytes: null },
  state: { keys: 0, bytes: 0 },
};

/** Opens a page of the dashboard, where what bots did and use is known: the mock platform measures nothing. */
export async function openKnown(
  browser: Browser,
  scenario: Scenario,
  path: string,
  { overviews = {}, usage = {}, options = {} }: Known = {},
): Promise<Opened> {
  const opened = await openDashboard(browser, scenario, "/nowhere", options);
  await opened.page.route("**/api/v1/bots/overview?*", async (route) => {
    const asked = new URL(route.request().url()).searchParams.get("ids")?.split(",");
    const list = (asked ?? Object.keys(overviews)).map((bot_id) => ({
      bot_id,
      errors_24h: 0,
      last_signal: null,
      sparkline: null,
      last_run: null,
      ...overviews[bot_id],
    }));
    await route.fulfill({ json: { overviews: list } });
  });
  await opened.page.route("**/api/v1/bots/*/usage", (route) =>
    route.fulfill({ json: { ...usual, ...usage } }),
  );
  await opened.page.goto(path);
  return opened;
}
