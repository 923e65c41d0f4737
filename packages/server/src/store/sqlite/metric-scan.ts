import type { MetricFilter } from "../filters.ts";
import type { ScannedMetric } from "../sql/store.ts";
import { prepared } from "./prepared.ts";
import type { SqliteDatabase } from "./store.ts";

/** Metrics that SQLite returns as one row: passing a row to JavaScript takes longer than parsing it. */
export const metricsAtOnce = 500;
/** Larger data is read by itself, so that the size of what is read at once is bounded. */
const bytesAtOnce = 1_000;

type Visit = (seq: number, metric: ScannedMetric) => void;

/** JSON of arrays, and the times separated by commas; null if there are no metrics. */
interface Batch {
  seqs: string;
  times: string | null;
  sizes: string;
  data: string;
  types?: string;
}

/** A statement that returns the metrics after a position as one {@link Batch}. */
interface Scan {
  sql: string;
  position: { bot: string; seq: number; time: string; type?: string; to?: string };
}

// Without its limit, SQLite would leave out the order of the inner statement. Large data is left out there already, because
// what an inner statement returns is read as a whole.
const batches = (condition: string, order: string, more = "") => `
  select group_concat(time) as times, '[' || group_concat(seq) || ']' as seqs,
    '[' || group_concat(bytes) || ']' as sizes, '[' || group_concat(data) || ']' as data ${more}
  from (select type, time, seq, octet_length(data) as bytes,
      iif(octet_length(data) > ${bytesAtOnce}, 'null', data) as data
    from metrics where bot_id = @bot and ${condition} order by ${order} limit ${metricsAtOnce})`;

const byTime = batches("type = @type and (time, seq) > (@time, @seq) and time <= @to", "time, seq");
const bySeq = batches("seq > @seq", "seq", ", json_group_array(type) as types");

/** Before the first time and after the last one in RFC 3339. */
const [earliest, latest] = ["", "~"];

/** Visits the metrics after a sequence number in its order, and all others by type and time. */
export async function scanMetrics(
  store: SqliteDatabase,
  bot: string,
  filter: MetricFilter,
  visit: Visit,
): Promise<void> {
  const { after, from = earliest, to = latest } = filter;
  if (after !== undefined) {
    const isIn = ({ type, time }: ScannedMetric) =>
      (filter.type === undefined || type === filter.type) && time >= from && time <= to;
    const position = { bot, seq: after, time: "" };
    await scan(store, { sql: bySeq, position }, (seq, metric) => isIn(metric) && visit(seq, metric));
    return;
  }
  for (const type of filter.type === undefined ? await typesOf(store, bot) : [filter.type])
    await scan(store, { sql: byTime, position: { bot, type, time: from, seq: 0, to } }, visit);
}

async function typesOf(store: SqliteDatabase, bot: string): Promise<string[]> {
  const types: string[] = [];
  const sql = "select type from metrics where bot_id = @bot and type > @type order by type limit 1";
  await store.long.walk<{ type: string }>(
    { sql, key: ["type"], parameters: { bot, type: "" } },
    ({ type }) => {
      types.push(type);
    },
  );
  return types;
}

async function scan(store: SqliteDatabase, { sql, position }: Scan, visit: Visit): Promise<void> {
  await store.long.work((database, isOver) => {
    const large = prepared(database, "select data from metrics where bot_id = @bot and seq = @seq").pluck();
    do {
      const batch = prepared(database, sql).get(position) as Batch;
      if (batch.times === null) return false;
      const times = batch.times.split(",");
      const [seqs, sizes, all] = [batch.seqs, batch.sizes, batch.data].map((text) => JSON.parse(text));
      const types = batch.types === undefined ? undefined : JSON.parse(batch.types);
      for (let at = 0; at < times.length; at++) {
        position.seq = seqs[at];
        position.time = times[at]!;
        const data = all[at] ?? JSON.parse(large.get(position) as string);
        visit(position.seq, {
          type: types?.[at] ?? position.type,
          time: position.time,
          data,
          bytes: sizes[at],
        });
        if (all[at] === null && isOver()) break;
      }
    } while (!isOver());
    return true;
  });
}
