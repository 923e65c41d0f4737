import type { BotOverview, MetricRecord } from "@botyard/client/browser";
import { platformNow } from "../../../lib/clock.ts";
import { bounds, type TimeRange } from "../../../lib/time-range.ts";
import { platform } from "../../../platform/client.ts";
import { type Candidate, comparedAtMost, type MetricField, numericFields } from "../candidates.ts";

/** Every bot. What many bots emit is known by the page of their overviews, without a request for each. */
export async function listCandidates(signal: AbortSignal): Promise<Candidate[]> {
  const { bots: calls } = platform.until(signal);
  const bots = await calls.list();
  if (bots.length <= comparedAtMost) return bots.map((bot) => ({ bot }));
  const trends = new Map(
    (await calls.overviews()).flatMap(({ bot_id, sparkline }) =>
      sparkline ? [[bot_id, { type: sparkline.metric_type, field: sparkline.field }] as const] : [],
    ),
  );
  return bots.map((bot) => ({ bot, trend: trends.get(bot.bot_id) }));
}

/** The numeric fields that each of these bots has emitted, by bot. One request for each bot. */
export async function loadFields(
  botIds: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, MetricField[]>> {
  const { metrics } = platform.until(signal);
  const all = await Promise.all(
    botIds.map(async (id) => [id, numericFields(await metrics.latest(id))] as const),
  );
  return new Map(all);
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

type LastSignal = NonNullable<BotOverview["last_signal"]>;

/** The last signal of each of these bots, at most 200, by bot; null if it has none. */
export async function lastSignals(
  ids: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, LastSignal | null>> {
  const overviews = await platform.until(signal).bots.overviews({ ids });
  return new Map(overviews.map(({ bot_id, last_signal }) => [bot_id, last_signal]));
}
