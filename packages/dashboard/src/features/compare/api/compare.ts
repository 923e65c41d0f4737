import type { Bot, BotOverview, MetricRecord } from "@botyard/client/browser";
import { platformNow } from "../../../lib/clock.ts";
import { bounds, type TimeRange } from "../../../lib/time-range.ts";
import { platform } from "../../../platform/client.ts";

/** A bot with the latest metric of each of its types. */
export interface Candidate {
  bot: Bot;
  latest: MetricRecord[];
}

/** Every bot that has metrics. */
export async function listCandidates(signal: AbortSignal): Promise<Candidate[]> {
  const { bots: calls, metrics } = platform.until(signal);
  const bots = await calls.list();
  const all = await Promise.all(bots.map(async (bot) => ({ bot, latest: await metrics.latest(bot.bot_id) })));
  return all.filter(({ latest }) => latest.length > 0);
}

const pointsOfABot = 1000;

/** The metrics of one type of a bot. */
export interface BotMetrics {
  records: MetricRecord[];
  /** The highest number that the platform had before it answered. */
  lastSeq: number;
}

/** The metrics of one type of several bots in a time range, by bot. */
export async function loadType(
  botIds: readonly string[],
  type: string,
  range: TimeRange,
  signal: AbortSignal,
): Promise<Map<string, BotMetrics>> {
  const { metrics } = platform.until(signal);
  const filter = { ...bounds(range, platformNow() / 1000), type, max_points: pointsOfABot };
  const pages = await Promise.all(
    botIds.map(async (id) => {
      const latest = await metrics.latest(id);
      const { items } = await metrics.list(id, filter);
      return { records: items, lastSeq: Math.max(0, ...latest.map(({ seq }) => seq)) };
    }),
  );
  return new Map(botIds.map((id, index) => [id, pages[index]!]));
}

/** The last signal of each bot that has one, by bot. */
export async function lastSignals(
  signal: AbortSignal,
): Promise<Map<string, NonNullable<BotOverview["last_signal"]>>> {
  const overviews = await platform.until(signal).bots.overviews();
  return new Map(
    overviews.flatMap(({ bot_id, last_signal }) => (last_signal ? [[bot_id, last_signal] as const] : [])),
  );
}
