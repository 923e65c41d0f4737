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
}

/** About two for each pixel of a chart. */
const maxPoints = 2000;

/** Loads the metrics of a time range, each type by itself, so that a frequent type does not thin out a rare one. */
export async function loadMetrics(botId: string, range: TimeRange): Promise<Metrics> {
  const latest = await platform.metrics.latest(botId);
  const filter = { ...bounds(range, platformNow() / 1000), max_points: maxPoints };
  const pages = await Promise.all(
    latest.map(({ type }) => platform.metrics.list(botId, { ...filter, type })),
  );
  const records = pages.flatMap(({ items }) => items);
  return {
    records,
    lastSeq: latest.reduce((last, { seq }) => Math.max(last, seq), 0),
    total: pages.reduce((sum, page) => sum + page.total, 0),
    dropped: pages.reduce((most, page) => Math.max(most, page.dropped), 0),
  };
}
