import { readExactJson } from "@botyard/core";
import type { Selectable, SelectQueryBuilder } from "kysely";
import { sql } from "kysely";
import type { Level, LogRecord } from "../model.ts";
import type { Store } from "./database.ts";
import { ErrorKinds } from "./error-kinds.ts";
import { present } from "./present.ts";
import type { Tables } from "./schema.ts";

export interface LogFilter {
  /** Only lines with a higher sequence number, oldest first. */
  after?: number;
  /** Only lines with a lower sequence number. */
  before?: number;
  /** Inclusive bounds of the line's time, RFC 3339 UTC with milliseconds. */
  from?: string;
  to?: string;
  /** The lowest level to return. */
  level?: Level;
  stream?: LogRecord["stream"];
  /** Text in the message or the fields, ignoring case. */
  q?: string;
  run_id?: string;
  limit: number;
}

export interface LogSummary {
  total: number;
  by_level: Record<Level, number>;
  first_at?: string;
  last_at?: string;
  /** The most frequent errors; messages that differ only in numbers and quoted parts are counted together. */
  top_errors: { message: string; count: number; last_at: string }[];
  /** Number of dropped log lines. */
  dropped: number;
  dropped_metrics: number;
}

type Row = Selectable<Tables["log_lines"]>;
type Query = SelectQueryBuilder<Tables, "log_lines", Row>;

const levels: readonly Level[] = ["trace", "debug", "info", "warn", "error", "fatal"];

/** Rows read before yielding. */
const slice = 4_000;

const yieldTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * Returns lines of one bot, oldest first: the newest `limit` that match or, with only `after`, the oldest `limit` after
 * it, so that a reader can page forwards.
 */
export async function listLogs(store: Store, botId: string, filter: LogFilter): Promise<LogRecord[]> {
  const bounds = await seqBounds(store, botId, filter);
  if (!bounds) return [];
  const forwards = filter.after !== undefined && filter.before === undefined;
  const byTime = !forwards && (filter.from !== undefined || filter.to !== undefined);
  const rows = byTime
    ? await newestByTime(store, botId, filter, bounds)
    : await scanBySeq(store, botId, filter, bounds, forwards);
  return rows.sort((a, b) => a.seq - b.seq).map(toLogRecord);
}

interface SeqBounds {
  /** Both inclusive. */
  low: number;
  high: number;
}

async function seqBounds(store: Store, botId: string, filter: LogFilter): Promise<SeqBounds | undefined> {
  let low = (filter.after ?? 0) + 1;
  let high = filter.before === undefined ? Number.MAX_SAFE_INTEGER : filter.before - 1;
  if (filter.run_id !== undefined) {
    const run = await store.ingest
      .selectFrom("runs")
      .select(["log_from", "log_to"])
      .where("id", "=", filter.run_id)
      .where("bot_id", "=", botId)
      .executeTakeFirst();
    if (run?.log_from == null || run.log_to == null) return undefined;
    low = Math.max(low, run.log_from);
    high = Math.min(high, run.log_to);
  }
  const stored = await store.ingest
    .selectFrom("log_lines")
    .select((e) => [e.fn.min("seq").as("low"), e.fn.max("seq").as("high")])
    .where("bot_id", "=", botId)
    .executeTakeFirst();
  if (stored?.low == null || stored.high == null) return undefined;
  low = Math.max(low, stored.low);
  high = Math.min(high, stored.high);
  return low <= high ? { low, high } : undefined;
}

function matching(store: Store, botId: string, filter: LogFilter, { low, high }: SeqBounds): Query {
  let query = store.ingest
    .selectFrom("log_lines")
    .selectAll()
    .where("bot_id", "=", botId)
    .where("seq", ">=", low)
    .where("seq", "<=", high);
  if (filter.from !== undefined) query = query.where("time", ">=", filter.from);
  if (filter.to !== undefined) query = query.where("time", "<=", filter.to);
  if (filter.level !== undefined)
    query = query.where("level", "in", levels.slice(levels.indexOf(filter.level)));
  if (filter.stream !== undefined) query = query.where("stream", "=", filter.stream);
  if (filter.run_id !== undefined) query = query.where("run_id", "=", filter.run_id);
  if (filter.q) {
    const pattern = `%${filter.q.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
    query = query.where(
      sql<boolean>`(lower(message) like ${pattern} escape '\\' or lower(coalesce(fields, '')) like ${pattern} escape '\\')`,
    );
  }
  return query;
}

/** Searches slice by slice, in order of sequence numbers, so that a rare match does not block the platform. */
async function scanBySeq(
  store: Store,
  botId: string,
  filter: LogFilter,
  { low, high }: SeqBounds,
  forwards: boolean,
): Promise<Row[]> {
  const found: Row[] = [];
  while (low <= high && found.length < filter.limit) {
    const window = forwards
      ? { low, high: Math.min(high, low + slice - 1) }
      : { low: Math.max(low, high - slice + 1), high };
    const rows = await matching(store, botId, filter, window)
      .orderBy("seq", forwards ? "asc" : "desc")
      .limit(filter.limit - found.length)
      .execute();
    found.push(...rows);
    if (forwards) low = window.high + 1;
    else high = window.low - 1;
    await yieldTurn();
  }
  return found;
}

/** Searches slice by slice, in order of time, newest first. */
async function newestByTime(
  store: Store,
  botId: string,
  filter: LogFilter,
  bounds: SeqBounds,
): Promise<Row[]> {
  const found: Row[] = [];
  let until = filter.to ?? "9999";
  for (;;) {
    // The far end of the slice; all lines with this time belong to the slice.
    let edge = store.ingest
      .selectFrom("log_lines")
      .select("time")
      .where("bot_id", "=", botId)
      .where("time", "<=", until);
    if (filter.from !== undefined) edge = edge.where("time", ">=", filter.from);
    const far = await edge.orderBy("time", "desc").offset(slice).limit(1).executeTakeFirst();
    const from = far?.time ?? filter.from;
    const rows = await matching(
      store,
      botId,
      { ...filter, to: until, ...(from === undefined ? {} : { from }) },
      bounds,
    )
      .orderBy("time", "desc")
      .orderBy("seq", "desc")
      .limit(filter.limit - found.length)
      .execute();
    found.push(...rows);
    if (!far || found.length >= filter.limit) return found;
    until = justBefore(far.time);
    await yieldTurn();
  }
}

function justBefore(time: string): string {
  return new Date(Date.parse(time) - 1).toISOString();
}

/** Summarises the log between two times, both inclusive. */
export async function summarizeLogs(
  store: Store,
  botId: string,
  from: string,
  to: string,
): Promise<LogSummary> {
  const byLevel: Record<Level, number> = { trace: 0, debug: 0, info: 0, warn: 0, error: 0, fatal: 0 };
  const errors = new ErrorKinds();
  const summary: LogSummary = { total: 0, by_level: byLevel, top_errors: [], dropped: 0, dropped_metrics: 0 };
  let after = { time: from, seq: 0 };
  for (;;) {
    const rows = await store.ingest
      .selectFrom("log_lines")
      .select(["seq", "time", "level", "dropped_before", "dropped_metrics"])
      .select((e) =>
        e
          .case()
          .when("level", "in", ["error", "fatal"])
          .then(e.ref("message"))
          .else(null)
          .end()
          .as("message"),
      )
      .where("bot_id", "=", botId)
      .where("time", ">=", after.time)
      .where("time", "<=", to)
      .where((e) => e.or([e("time", ">", after.time), e("seq", ">", after.seq)]))
      .orderBy("time")
      .orderBy("seq")
      .limit(slice)
      .execute();
    for (const row of rows) {
      summary.total++;
      byLevel[row.level]++;
      summary.dropped += row.dropped_before;
      summary.dropped_metrics += row.dropped_metrics;
      summary.first_at ??= row.time;
      summary.last_at = row.time;
      if (row.message !== null) errors.count(row.message, row.time);
    }
    const last = rows.at(-1);
    if (!last || rows.length < slice) break;
    after = last;
    await yieldTurn();
  }
  summary.top_errors = errors.top(10);
  return summary;
}

/** Returns the first and last stored sequence number of a bot; both are 0 if there is none. */
export async function logSeqRange(store: Store, botId: string): Promise<{ first: number; last: number }> {
  const row = await store.ingest
    .selectFrom("log_lines")
    .select((e) => [e.fn.min("seq").as("first"), e.fn.max("seq").as("last")])
    .where("bot_id", "=", botId)
    .executeTakeFirst();
  return { first: row?.first ?? 0, last: row?.last ?? 0 };
}

function toLogRecord({ fields, truncated, dropped_before, dropped_metrics, ...row }: Row): LogRecord {
  return {
    ...present(row),
    ...(fields !== null && { fields: readExactJson(fields) as Record<string, unknown> }),
    ...(truncated === 1 && { truncated: true as const }),
    ...(dropped_before > 0 && { dropped_before }),
    ...(dropped_metrics > 0 && { dropped_metrics }),
  };
}
