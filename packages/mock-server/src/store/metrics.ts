import {
  isIn,
  type MetricRecord,
  MetricSelection,
  Page,
  placeOf,
  readAtMost,
  type ServiceStore,
  textBytes,
  withinBytes,
} from "@botyard/server/building-blocks";
import type { Memory } from "../memory.ts";
import { byPlace } from "./by-place.ts";

type Verbs = Pick<ServiceStore, "latestMetrics" | "listMetrics" | "metricPage" | "metricsAfter">;

const byTypeAndPlace = (a: MetricRecord, b: MetricRecord) =>
  a.type < b.type ? -1 : a.type > b.type ? 1 : byPlace(a, b);

/** As the store has it: its time is its place. */
const asStored = (metric: MetricRecord) => ({ ...metric, time: placeOf(metric) });

export function metricVerbs(memory: Memory): Verbs {
  const of = (botId: string) => memory.outputOf(botId).metrics;

  return {
    async latestMetrics(botId, { after = "", ...size } = {}) {
      const latest = new Map<string, MetricRecord>();
      for (const metric of of(botId).toSorted(byPlace)) latest.set(metric.type, metric);
      const types = [...latest.values()].sort((a, b) => (a.type < b.type ? -1 : 1));
      return pageOf(
        types.filter(({ type }) => type > after),
        size,
      ).paged;
    },

    async listMetrics(botId, { type, from, to, after, ...size }) {
      const selection = new MetricSelection<MetricRecord>(size);
      const found = of(botId).filter(
        (metric) => metric.seq > (after ?? 0) && isIn(asStored(metric), { type, from, to }),
      );
      // In the order in which the server reads them, which decides among equal values.
      for (const metric of after === undefined ? found.sort(byTypeAndPlace) : found)
        selection.add(metric, { ...asStored(metric), bytes: bytesOf(metric) });
      const { metrics, downsampled } = selection.selected();
      const sorted = metrics.sort(byPlace);
      const items = downsampled ? withinBytes(sorted, size) : sorted;
      return { items, downsampled, total: selection.total, events_left_out: selection.eventsLeftOut(items) };
    },

    async metricPage(botId, { after, newestFirst = false, ...filter }) {
      const page = new Page<MetricRecord>(filter);
      let [read, last] = [0, after];
      for (const metric of newestFirst ? of(botId).toReversed() : of(botId)) {
        if (after !== undefined && (newestFirst ? metric.seq >= after : metric.seq <= after)) continue;
        if (isIn(asStored(metric), filter)) page.add(metric, bytesOf(metric));
        last = metric.seq;
        if (page.isFull || ++read >= readAtMost) return { items: page.items, next: last };
      }
      return { items: page.items };
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
