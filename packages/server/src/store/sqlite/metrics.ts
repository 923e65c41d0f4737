import { readExactJson } from "@botyard/core";
import type { Selectable } from "kysely";
import type { MetricRecord } from "../../model.ts";
import { Extremes } from "../metric-extremes.ts";
import type { Store } from "./database.ts";
import { present } from "./present.ts";
import type { Tables } from "./schema.ts";

export interface MetricFilter {
  type?: string;
  /** Inclusive bounds of the metric's time, RFC 3339 UTC with milliseconds. */
  from?: string;
  to?: string;
  /** Only metrics with a higher sequence number. */
  after?: number;
  /** Maximum number of metrics; more are downsampled. */
  max_points: number;
}

export interface MetricList {
  /** Sorted by time. */
  items: MetricRecord[];
  /** True if some were left out; the lowest and highest value of each numeric field in each interval are kept. */
  downsampled: boolean;
  /** Number of matching metrics in the store. */
  total: number;
}

type Row = Selectable<Tables["metrics"]>;

/** Rows read before yielding. */
const slice = 4_000;

const yieldTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

export async function listMetrics(store: Store, botId: string, filter: MetricFilter): Promise<MetricList> {
  const counted = await store.ingest
    .selectFrom("metrics")
    .select((e) => [
      "type",
      e.fn.countAll<number>().as("count"),
      e.fn.min("time").as("first"),
      e.fn.max("time").as("last"),
    ])
    .where("bot_id", "=", botId)
    .$if(filter.type !== undefined, (q) => q.where("type", "=", filter.type ?? ""))
    .$if(filter.from !== undefined, (q) => q.where("time", ">=", filter.from ?? ""))
    .$if(filter.to !== undefined, (q) => q.where("time", "<=", filter.to ?? ""))
    .$if(filter.after !== undefined, (q) => q.where("seq", ">", filter.after ?? 0))
    .groupBy("type")
    .execute();
  const total = counted.reduce((sum, { count }) => sum + Number(count), 0);
  const downsampled = total > filter.max_points;
  const items: MetricRecord[] = [];
  for (const { type, first, last, count } of counted) {
    const share = Math.max(1, Math.floor((filter.max_points * Number(count)) / total));
    const kept = downsampled
      ? new Extremes({ from: Date.parse(first), to: Date.parse(last), most: share })
      : undefined;
    for await (const record of readType(store, botId, type, filter)) {
      if (kept) kept.add(record);
      else items.push(record);
    }
    if (kept) items.push(...kept.records());
  }
  items.sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : a.seq - b.seq));
  return { items, downsampled, total };
}

async function* readType(
  store: Store,
  botId: string,
  type: string,
  filter: MetricFilter,
): AsyncGenerator<MetricRecord> {
  let after = { time: filter.from ?? "", seq: 0 };
  for (;;) {
    const rows = await store.ingest
      .selectFrom("metrics")
      .selectAll()
      .where("bot_id", "=", botId)
      .where("type", "=", type)
      .where("time", ">=", after.time)
      .$if(filter.to !== undefined, (q) => q.where("time", "<=", filter.to ?? ""))
      .$if(filter.after !== undefined, (q) => q.where("seq", ">", filter.after ?? 0))
      .where((e) => e.or([e("time", ">", after.time), e("seq", ">", after.seq)]))
      .orderBy("time")
      .orderBy("seq")
      .limit(slice)
      .execute();
    for (const row of rows) yield toMetricRecord(row);
    const last = rows.at(-1);
    if (!last || rows.length < slice) return;
    after = last;
    await yieldTurn();
  }
}

/** Returns the newest metric of each type, sorted by type. */
export async function latestMetrics(store: Store, botId: string): Promise<MetricRecord[]> {
  const latest: MetricRecord[] = [];
  let type = "";
  for (;;) {
    const next = await store.ingest
      .selectFrom("metrics")
      .select("type")
      .where("bot_id", "=", botId)
      .where("type", ">", type)
      .orderBy("type")
      .limit(1)
      .executeTakeFirst();
    if (!next) return latest;
    type = next.type;
    const row = await store.ingest
      .selectFrom("metrics")
      .selectAll()
      .where("bot_id", "=", botId)
      .where("type", "=", type)
      .orderBy("time", "desc")
      .orderBy("seq", "desc")
      .limit(1)
      .executeTakeFirst();
    if (row) latest.push(toMetricRecord(row));
  }
}

/** Returns the metrics after a sequence number, in order. */
export async function metricsAfter(
  store: Store,
  botId: string,
  after: number,
  limit: number,
): Promise<MetricRecord[]> {
  const rows = await store.ingest
    .selectFrom("metrics")
    .selectAll()
    .where("bot_id", "=", botId)
    .where("seq", ">", after)
    .orderBy("seq")
    .limit(limit)
    .execute();
  return rows.map(toMetricRecord);
}

function toMetricRecord({ data, ingested_at: _, ...row }: Row): MetricRecord {
  return { ...present(row), data: readExactJson(data) as Record<string, unknown> };
}
