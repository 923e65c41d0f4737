import type { Bot, MetricRecord } from "@botyard/client/browser";
import { platformNow } from "../../../lib/clock.ts";
import { bounds, type TimeRange } from "../../../lib/time-range.ts";
import { platform } from "../../../platform/client.ts";

/** A bot with the latest metric of each of its types. */
export interface Candidate {
  bot: Bot;
  latest: MetricRecord[];
}

/** Every bot that has metrics. */
export async function listCandidates(): Promise<Candidate[]> {
  const bots = await platform.bots.list();
  const all = await Promise.all(
    bots.map(async (bot) => ({ bot, latest: await platform.metrics.latest(bot.bot_id) })),
  );
  return all.filter(({ latest }) => latest.length > 0);
}

const pointsOfABot = 1000;

/** The metrics of one type of several bots in a time range, by bot. */
export async function loadType(
  botIds: readonly string[],
  type: string,
  range: TimeRange,
): Promise<Map<string, MetricRecord[]>> {
  const filter = { ...bounds(range, platformNow() / 1000), type, max_points: pointsOfABot };
  const pages = await Promise.all(botIds.map((id) => platform.metrics.list(id, filter)));
  return new Map(botIds.map((id, index) => [id, pages[index]!.items]));
}
