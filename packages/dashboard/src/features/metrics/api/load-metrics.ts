import type { MetricRecord } from "@botyard/client/browser";
import { platformNow } from "../../../lib/clock.ts";
import { bounds, type TimeRange } from "../../../lib/time-range.ts";
import { platform } from "../../../platform/client.ts";

export interface Metrics {
  records: MetricRecord[];
  /** The highest number that the platform had when it answered. */
  lastSeq: number;
  /** How many metrics the range has; more than `records` if they were thinned out. */
  total: number;
  /** How many metrics of the bot were dropped since its creation. */
  dropped: number;
  /** How many the platform had already removed before this page could read them. */
  missing: number;
}

/** The most that the platform gives at once. */
const pointsAtMost = 10_000;
/** Up to this many types, each is asked for by itself and has the points of a whole chart. */
const typesAlone = 6;

/**
 * Loads the metrics of a time range: two for each pixel of a chart of this width, its lowest and its highest. Of many types
 * there are fewer of each, so that a bot with two hundred does not cause two hundred requests.
 */
export async function loadMetrics(
  botId: string,
  range: TimeRange,
  width: number,
  signal: AbortSignal,
): Promise<Metrics> {
  const { metrics } = platform.until(signal);
  const latest = await metrics.latest(botId);
  const points = Math.min(Math.max(400, Math.round(width / 200) * 400), pointsAtMost);
  const filter = bounds(range, platformNow() / 1000);
  const pages =
    latest.length <= typesAlone
      ? await Promise.all(
          latest.map(({ type }) => metrics.list(botId, { ...filter, type, max_points: points })),
        )
      : [await metrics.list(botId, { ...filter, max_points: pointsAtMost })];
  const records = pages.flatMap(({ items }) => items);
  return {
    records,
    lastSeq: latest.reduce((last, { seq }) => Math.max(last, seq), 0),
    total: pages.reduce((sum, page) => sum + page.total, 0),
    dropped: pages.reduce((most, page) => Math.max(most, page.dropped), 0),
    missing: 0,
  };
}
