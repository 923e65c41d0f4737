import type { MetricRecord } from "@botyard/client/browser";
import { platformNow } from "../../../lib/clock.ts";
import { bounds, type TimeRange } from "../../../lib/time-range.ts";
import { platform } from "../../../platform/client.ts";

/** Loads the metrics of a time range that were stored last, at most so many. */
export async function loadNewest(
  botId: string,
  range: TimeRange,
  most: number,
  signal: AbortSignal,
): Promise<MetricRecord[]> {
  const { metrics } = platform.until(signal);
  const filter = { ...bounds(range, platformNow() / 1000), order: "newest" as const, limit: most };
  const newest: MetricRecord[] = [];
  for await (const page of metrics.pages(botId, filter)) {
    newest.push(...page);
    if (newest.length >= most) break;
  }
  return newest;
}
