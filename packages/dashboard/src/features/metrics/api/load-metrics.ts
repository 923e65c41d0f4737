import type { MetricRecord } from "@botyard/client/browser";
import { platformNow } from "../../../lib/clock.ts";
import { bounds, type TimeRange } from "../../../lib/time-range.ts";
import { platform } from "../../../platform/client.ts";
import { early } from "../../../platform/early.ts";

/** How many points the charts of a window have place for. */
const pointsAtMost = 6_000;

export interface Metrics {
  records: MetricRecord[];
  /** The highest number that the platform had when it answered. */
  lastSeq: number;
  /** How many metrics the range has; more than `records` if they were thinned out. */
  total: number;
  /** How many of those that are not are signals, trades and others that no line stands for. */
  eventsLeftOut: number;
  /** How many metrics of the bot were dropped since its creation. */
  dropped: number;
  /** How many the platform had already removed before this page could read them. */
  missing: number;
}

/**
 * Loads the metrics of a time range: at most as many as the charts of a window have place for. The platform shares them
 * among the types and symbols, and keeps the lowest and highest of each. `after` is what must be known before.
 */
export const loadMetrics = (
  botId: string,
  range: TimeRange,
  { signal, after }: { signal?: AbortSignal; after?: Promise<unknown> } = {},
): Promise<Metrics> =>
  early(`metrics ${JSON.stringify([botId, range])}`, async () => {
    await after?.catch(() => undefined);
    const now = platformNow() / 1000;
    const filter = { ...bounds(range, now), max_points: pointsAtMost };
    const found = await platform.until(signal).metrics.list(botId, filter);
    const { items, last_seq, total, dropped, events_left_out = [] } = found;
    const eventsLeftOut = events_left_out.reduce((sum, { count }) => sum + count, 0);
    return { records: items, lastSeq: last_seq, total, eventsLeftOut, dropped, missing: 0 };
  });
