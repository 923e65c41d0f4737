import { readExactJson } from "@botyard/core";
import type { Selectable } from "kysely";
import type { MetricRecord } from "../../model.ts";
import { present } from "../../present.ts";
import { Extremes } from "../../records/metric-extremes.ts";
import { MetricGroups, shares } from "../../records/metric-shares.ts";
import { mostMetrics, withinBytes } from "../../records/metric-size.ts";
import { Page, type Paged, textBytes } from "../../records/page.ts";
import type { MetricFilter, MetricList } from "../filters.ts";
import type { Store } from "./database.ts";
import type { Walk } from "./long-reads.ts";
import type { Tables } from "./schema.ts";

type Row = Selectable<Tables["metrics"]>;

interface Read {
  time: string;
  data: Record<string, unknown>;
  row: Row;
}

/** Reads the metrics twice: only their number decides what is kept. */
export async function listMetrics(store: Store, botId: string, filter: MetricFilter): Promise<MetricList> {
  const walks = await walksOf(store, botId, filter);
  const groups = new MetricGroups();
  const counted = await countByGroup(store, walks, filter, groups);
  let total = 0;
  let bytes = 0;
  for (const { count, bytes: size } of counted.values()) {
    total += count;
    bytes += size;
  }
  const allowed = mostMetrics({ total, bytes }, filter);
  const downsampled = total > allowed;
  const items: MetricRecord[] = [];
  const kept = new Map<string, Extremes<Read>>();
  if (downsampled) {
    const most = shares(
      [...counted.values()].map(({ count }) => count),
      allowed,
    );
    for (const [group, { first, last }] of counted)
      kept.set(
        group,
        new Extremes({ from: Date.parse(first), to: Date.parse(last), most: most[kept.size]! }),
      );
  }
  for (const walk of walks("*")) {
    await store.long.walk<Row>(walk, (row) => {
      if (!isIn(row, filter)) return;
      if (!downsampled) items.push(toMetricRecord(row));
      else {
        // Most are not kept, so their long numbers need not be exact.
        const data = JSON.parse(row.data) as Record<string, unknown>;
        kept.get(groups.nameOf(row.type, data.symbol))?.add({ time: row.time, data, row });
      }
    });
  }
  for (const extremes of kept.values())
    items.push(...extremes.records().map(({ row }) => toMetricRecord(row)));
  items.sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : a.seq - b.seq));
  return { items: downsampled ? withinBytes(items, filter) : items, downsampled, total };
}

type Columns = "*" | typeof countedColumns;
type Walks = (columns: Columns) => Walk[];

const countedColumns = `type, time, seq, octet_length(data) as bytes,
  iif(json_type(data, '$.symbol') = 'text', data ->> '$.symbol', null) as symbol`;

/** Before the first time and after the last one in RFC 3339. */
const [earliest, latest] = ["", "~"];

/** Reads the metrics after a sequence number in its order, and all others by type and time. */
async function walksOf(store: Store, bot: string, { after, type, from, to }: MetricFilter): Promise<Walks> {
  if (after !== undefined) return (columns) => [forwardsBySeq(bot, after, columns)];
  const types = type === undefined ? await typesOf(store, bot) : [type];
  return (columns) =>
    types.map((type) => ({
      sql: `select ${columns} from metrics where bot_id = @bot and type = @type
          and (time, seq) > (@time, @seq) and time <= @to order by time, seq`,
      key: ["time", "seq"],
      parameters: { bot, type, time: from ?? earliest, seq: 0, to: to ?? latest },
    }));
}

const forwardsBySeq = (bot: string, after: number, columns: Columns): Walk => ({
  sql: `select ${columns} from metrics where bot_id = @bot and seq > @seq order by seq`,
  key: ["seq"],
  parameters: { bot, seq: after },
});

async function typesOf(store: Store, bot: string): Promise<string[]> {
  const types: string[] = [];
  const sql = "select type from metrics where bot_id = @bot and type > @type order by type limit 1";
  await store.long.walk<Row>({ sql, key: ["type"], parameters: { bot, type: "" } }, ({ type }) => {
    types.push(type);
  });
  return types;
}

interface Counted {
  count: number;
  /** Size of their data. */
  bytes: number;
  /** The earliest and the latest time. */
  first: string;
  last: string;
}

async function countByGroup(
  store: Store,
  walks: Walks,
  filter: MetricFilter,
  groups: MetricGroups,
): Promise<Map<string, Counted>> {
  const counted = new Map<string, Counted>();
  for (const walk of walks(countedColumns)) {
    await store.long.walk<Row & { bytes: number; symbol: unknown }>(walk, (row) => {
      if (!isIn(row, filter)) return;
      const { time, bytes } = row;
      const group = groups.nameOf(row.type, row.symbol);
      const known = counted.get(group);
      if (!known) counted.set(group, { count: 1, bytes, first: time, last: time });
      else {
        known.count++;
        known.bytes += bytes;
        if (time < known.first) known.first = time;
        if (time > known.last) known.last = time;
      }
    });
  }
  return counted;
}

function isIn({ type, time }: Row, filter: MetricFilter): boolean {
  const { from = earliest, to = latest } = filter;
  return (filter.type === undefined || type === filter.type) && time >= from && time <= to;
}

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

export async function metricsAfter(
  store: Store,
  botId: string,
  after: number,
  size: { limit: number; bytes?: number },
): Promise<MetricRecord[]> {
  const page = new Page<MetricRecord>(size);
  await store.long.walk<Row>(forwardsBySeq(botId, after, "*"), (row) => {
    page.add(toMetricRecord(row), textBytes(row.data));
    return !page.isFull;
  });
  return page.items;
}

function toMetricRecord({ data, ingested_at: _, ...row }: Row): MetricRecord {
  return { ...present(row), data: readExactJson(data) as Record<string, unknown> };
}
