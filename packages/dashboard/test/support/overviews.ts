import type { Page } from "playwright-core";
export interface OverviewFixture {
  errors_24h?: number;
  last_signal?: Record<string, unknown>;
  sparkline?: Record<string, unknown>;
}

/** Answers for the platform what bots did during the last day. */
export async function answerOverviews(page: Page, of: Record<string, OverviewFixture>): Promise<void> {
  await page.route("**/api/v1/bots/overview?*", async (route) => {
    const ids = new URL(route.request().url()).searchParams.get("ids")?.split(",") ?? Object.keys(of);
    const overviews = ids.map((bot_id) => ({
      bot_id,
      errors_24h: 0,
      last_signal: null,
      sparkline: null,
      last_run: null,
      ...of[bot_id],
    }));
    await route.fulfill({ json: { overviews } });
  });
}
