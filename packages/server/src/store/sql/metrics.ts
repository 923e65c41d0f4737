import { readExactJson } from "@botyard/core";
import type { Selectable } from "kysely";
import type { MetricRecord } from "../../model/model.ts";
import { present } from "../../model/present.ts";
import { isIn, readAtMost } from "../../selection/metric-page.ts";
import { MetricSelection } from "../../selection/metric-selection.ts";
import { withinBytes } from "../../selection/metric-size.ts";
import { Page, type Paged, textBytes } from "../../selection/page.ts";
import type { MetricFilter, MetricList, MetricPage, MetricPageFilter } from "../filters.ts";
import type { Tables } from "./schema.ts";
import type { Store } from "./store.ts";
import type { Walk } from "./walk.ts";

type Row = Selectable<Tables["metrics"]>;

/** Reads each metric once to select some, and the selected ones again in full. */
export async function listMetrics(store: Store, botId: string, filter: MetricFilter): Promise<MetricList> {
  const selection = new MetricSelection<number>(filter);
  await store.own.scanMetrics(botId, filter, (seq, metric) => selection.add(seq, metric));
  const { metrics: seqs, downsampled } = selection.selected();
  const read = await readMetrics(store, botId, seqs);
  const items = downsampled ? withinBytes(read, filter) : read;
  return { items, downsampled, total: selection.total, events_left_out: selection.eventsLeftOut(items) };
}

async function readMetrics(store: Store, bot: string, seqs: readonly number[]): Promise<MetricRecord[]> {
  const found: { row: Pick<Row, "time" | "seq">; record: MetricRecord }[] = [];
  // Retention may have removed some meanwhile.
  await store.own.metricsBySeq(bot, seqs, (row) => {
    found.push({ row: { time: row.time, seq: row.seq }, record: toMetricRecord(row) });
  });
  found.sort(({ row: a }, { row: b }) => (a.time < b.time ? -1 : a.time > b.time ? 1 : a.seq - b.seq));
  return found.map(({ record }) => record);
}

const forwardsBySeq = (bot: string, after: number): Walk => ({
  sql: "select * from metrics where bot_id = @bot and seq > @seq order by seq",
  key: ["seq"],
  parameters: { bot, seq: after },
});

const backwardsBySeq = (bot: string, before: number): Walk => ({
  sql: "select * from metrics where bot_id = @bot and seq < @seq order by seq desc",
  key: ["seq"],
  parameters: { bot, seq: before },
});

export async function latestMetrics(
  store: Store,
  botId: string,
  { after = "", bytes }: { after?: string; bytes?: number } = {},
): Promise<Paged<MetricRecord>> {
  const page = new Page<MetricRecord>(bytes === undefined ? {} : { bytes });
  const walk: Walk = {
    sql: `select * from metrics where bot_id = @bot
        and type = (select type from metrics where bot_id = @bot and type > @type order by type limit 1)
      order by time desc, seq desc limit 1`,
    key: ["type"],
    parameters: { bot: botId, type: after },
  };
  await store.long.walk<Row>(walk, (row) => page.add(toMetricRecord(row), textBytes(row.data)));
  return page.paged;
}

export async function metricPage(
  store: Store,
  botId: string,
  { newestFirst = false, after = newestFirst ? Number.MAX_SAFE_INTEGER : 0, ...filter }: MetricPageFilter,
): Promise<MetricPage> {
  const page = new Page<MetricRecord>(filter);
  let [read, last] = [0, after];
  const walk = newestFirst ? backwardsBySeq : forwardsBySeq;
  await store.long.walk<Row>(walk(botId, after), (row) => {
    if (isIn(row, filter)) page.add(toMetricRecord(row), textBytes(row.data));
    last = row.seq;
    return !page.isFull && ++read < readAtMost;
  });
  const isCut = page.isFull || read >= readAtMost;
  return { items: page.items, ...(isCut && { next: last }) };
}

export async function metricsAfter(
  store: Store,
  botId: string,
  after: number,
  size: { limit: number; bytes?: number },
): Promise<MetricRecord[]> {
  const page = new Page<MetricRecord>(size);
  await store.long.walk<Row>(forwardsBySeq(botId, after), (row) => {
    page.add(toMetricRecord(row), textBytes(row.data));
    return !page.isFull;
  });
  return page.items;
}

function toMetricRecord({ data, ingested_at: _, emitted_at, ...row }: Row): MetricRecord {
  return {
    ...present(row),
    time: emitted_at ?? row.time,
    data: readExactJson(data) as Record<string, unknown>,
  };
}
