import {
  Extremes,
  MetricGroups,
  type MetricRecord,
  mostMetrics,
  Page,
  type Records,
  shares,
  textBytes,
  withinBytes,
} from "@botyard/server/operations";
import type { Memory } from "../memory.ts";

type Verbs = Pick<Records, "latestMetrics" | "listMetrics" | "metricsAfter">;

const byTime = (a: MetricRecord, b: MetricRecord) =>
  a.time < b.time ? -1 : a.time > b.time ? 1 : a.seq - b.seq;

export function metricRecords(memory: Memory): Verbs {
  const of = (botId: string) => memory.outputOf(botId).metrics;

  return {
    async latestMetrics(botId, { after = "", ...size } = {}) {
      const latest = new Map<string, MetricRecord>();
      for (const metric of of(botId).toSorted(byTime)) latest.set(metric.type, metric);
      const types = [...latest.values()].sort((a, b) => (a.type < b.type ? -1 : 1));
      return pageOf(
        types.filter(({ type }) => type > after),
        size,
      ).paged;
    },

    async listMetrics(botId, { type, from, to, after = 0, ...size }) {
      const found = of(botId)
        .filter(
          (metric) =>
            metric.seq > after &&
            (type === undefined || metric.type === type) &&
            (from === undefined || metric.time >= from) &&
            (to === undefined || metric.time <= to),
        )
        .sort(byTime);
      const bytes = found.reduce((sum, metric) => sum + bytesOf(metric), 0);
      const most = mostMetrics({ total: found.length, bytes }, size);
      const downsampled = found.length > most;
      const items = downsampled ? withinBytes(thinned(found, most), size) : found;
      return { items, downsampled, total: found.length };
    },

    metricsAfter: async (botId, after, size) =>
      pageOf(
        of(botId).filter(({ seq }) => seq > after),
        size,
      ).items,
  };
}

const bytesOf = ({ data }: MetricRecord) => textBytes(JSON.stringify(data));

function pageOf(found: readonly MetricRecord[], size: { limit?: number; bytes?: number }) {
  const page = new Page<MetricRecord>(size);
  for (const metric of found) if (!page.add(metric, bytesOf(metric))) break;
  return page;
}

/** Keeps the lowest and highest values of each type and symbol. */
function thinned(found: readonly MetricRecord[], most: number): MetricRecord[] {
  const groups = new MetricGroups();
  const grouped = [...Map.groupBy(found, ({ type, data }) => groups.nameOf(type, data.symbol)).values()];
  const shared = shares(
    grouped.map(({ length }) => length),
    most,
  );
  const kept = grouped.flatMap((metrics, at) => {
    const extremes = new Extremes({
      from: Date.parse(metrics[0]!.time),
      to: Date.parse(metrics.at(-1)!.time),
      most: shared[at]!,
    });
    for (const metric of metrics) extremes.add(metric);
    return extremes.records();
  });
  return kept.sort(byTime);
}
