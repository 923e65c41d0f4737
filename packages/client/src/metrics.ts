import { allItems, part } from "./pages.ts";
import type { Transport } from "./transport.ts";
import type { MetricPage, MetricRecord, Page } from "./types.ts";

export interface MetricFilter {
  type?: string;
  from?: string;
  to?: string;
  /** Downsamples to this number of metrics, keeping minima and maxima. */
  max_points?: number;
  after?: number;
}

export const metricCalls = (transport: Transport) => ({
  list: (botId: string, filter: MetricFilter = {}) =>
    transport.json<MetricPage>("GET", `/bots/${part(botId)}/metrics`, { query: { ...filter } }),

  /** Returns the pages of all metrics that match, in order of `seq` or, with the order `newest`, in reverse. */
  async *pages(
    botId: string,
    filter: Pick<MetricFilter, "type" | "from" | "to"> & { order?: "oldest" | "newest"; limit?: number } = {},
  ): AsyncGenerator<MetricRecord[], void> {
    let cursor: string | undefined;
    do {
      const query = { ...filter, cursor };
      const page = await transport.json<Page<MetricRecord>>("GET", `/bots/${part(botId)}/metrics/all`, {
        query,
      });
      yield page.items;
      cursor = page.next_cursor;
    } while (cursor !== undefined);
  },

  /** Returns the latest metric of every type. */
  latest: (botId: string) =>
    allItems<MetricRecord>(transport, `/bots/${part(botId)}/metrics/latest`, { limit: undefined }),
});
