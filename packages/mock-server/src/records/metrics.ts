import { Extremes, type MetricRecord, type Records } from "@botyard/server/operations";
import type { Memory } from "../memory.ts";

type Verbs = Pick<Records, "latestMetrics" | "listMetrics" | "metricsAfter">;

const byTime = (a: MetricRecord, b: MetricRecord) =>
  a.time < b.time ? -1 : a.time > b.time ? 1 : a.seq - b.seq;

export function metricRecords(memory: Memory): Verbs {
  const of = (botId: string) => memory.outputOf(botId).metrics;

  return {
    async latestMetrics(botId) {
      const latest = new Map<string, MetricRecord>();
      for (const metric of of(botId).toSorted(byTime)) latest.set(metric.type, metric);
      return [...latest.values()].sort((a, b) => (a.type < b.type ? -1 : 1));
    },

    async listMetrics(botId, { type, from, to, after = 0, max_points }) {
      const found = of(botId)
        .filter(
          (metric) =>
            metric.seq > after &&
            (type === undefined || metric.type === type) &&
            (from === undefined || metric.time >= from) &&
            (to === undefined || metric.time <= to),
        )
        .sort(byTime);
      const downsampled = found.length > max_points;
      const items = downsampled ? thinned(found, max_points) : found;
      return { items, downsampled, total: found.length };
    },

    metricsAfter: async (botId, after, limit) =>
      of(botId)
        .filter(({ seq }) => seq > after)
        .slice(0, limit),
  };
}

/** Keeps the lowest and highest values of each type, in the proportion of their numbers. */
function thinned(found: readonly MetricRecord[], most: number): MetricRecord[] {
  const types = Map.groupBy(found, ({ type }) => type);
  const kept = [...types.values()].flatMap((metrics) => {
    const extremes = new Extremes({
      from: Date.parse(metrics[0]!.time),
      to: Date.parse(metrics.at(-1)!.time),
      most: Math.max(1, Math.floor((most * metrics.length) / found.length)),
    });
    for (const metric of metrics) extremes.add(metric);
    return extremes.records();
  });
  return kept.sort(byTime);
}
