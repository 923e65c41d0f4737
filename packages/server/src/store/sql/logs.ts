import { readExactJson } from "@botyard/core";
import type { Selectable } from "kysely";
import type { Level, LogRecord } from "../../model/model.ts";
import { present } from "../../model/present.ts";
import { ErrorKinds } from "../../selection/error-kinds.ts";
import { logMatcher } from "../../selection/log-match.ts";
import { type LogFilter, type LogOrder, type LogPage, logOrder, logPage } from "../../selection/log-page.ts";
import { Page, textBytes } from "../../selection/page.ts";
import type { LogSummary } from "../filters.ts";
import { coarseCondition, coarseParameters } from "./log-condition.ts";
import type { Tables } from "./schema.ts";
import type { Store } from "./store.ts";
import type { Walk } from "./walk.ts";

type Row = Selectable<Tables["log_lines"]>;

export async function listLogs(store: Store, botId: string, filter: LogFilter): Promise<LogPage> {
  const bounds = await seqBounds(store, botId, filter);
  if (!bounds || filter.limit < 1) return { items: [] };
  const order = logOrder(filter);
  const walk = walks[order](botId, filter, bounds);
  const matches = logMatcher(filter);
  const page = new Page<LogRecord>(filter);
  await store.long.walk<Row>(walk, (row) => {
    if (matches(row)) page.add(toLogRecord(row), textBytes(row.message, row.fields));
    return !page.isFull;
  });
  return logPage(page, order);
}

interface SeqBounds {
  /** Both inclusive. */
  low: number;
  high: number;
}

async function seqBounds(store: Store, botId: string, filter: LogFilter): Promise<SeqBounds | undefined> {
  const low = (filter.after ?? 0) + 1;
  const high = filter.before === undefined ? Number.MAX_SAFE_INTEGER : filter.before - 1;
  if (filter.run_id === undefined) return { low, high };
  const run = await store.ingest
    .selectFrom("runs")
    .select(["log_from", "log_to"])
    .where("id", "=", filter.run_id)
    .where("bot_id", "=", botId)
    .executeTakeFirst();
  if (run?.log_from == null || run.log_to == null) return undefined;
  return { low: Math.max(low, run.log_from), high: Math.min(high, run.log_to) };
}

type WalkOf = (bot: string, filter: LogFilter, bounds: SeqBounds) => Walk;

const forwardsBySeq: WalkOf = (bot, filter, { low, high }) => ({
  sql: `select * from log_lines where bot_id = @bot and seq > @seq and seq <= @high and ${coarseCondition(filter)}
    order by seq`,
  key: ["seq"],
  parameters: { bot, ...coarseParameters(filter), seq: low - 1, high },
});

const backwardsBySeq: WalkOf = (bot, filter, { low, high }) => ({
  sql: `select * from log_lines where bot_id = @bot and seq < @seq and seq >= @low and ${coarseCondition(filter)}
    order by seq desc`,
  key: ["seq"],
  parameters: { bot, ...coarseParameters(filter), seq: high + 1, low },
});

const backwardsByTime: WalkOf = (bot, { from, to, earlierThan, ...filter }) => ({
  sql: `select * from log_lines
    where bot_id = @bot and (time, seq) < (@time, @seq) and time >= @from and ${coarseCondition(filter)}
    order by time desc, seq desc`,
  key: ["time", "seq"],
  // No time is after "~".
  parameters: {
    ...{ bot, ...coarseParameters(filter), from: from ?? "" },
    ...(earlierThan ?? { time: to ?? "~", seq: Number.MAX_SAFE_INTEGER }),
  },
});

const walks: Record<LogOrder, WalkOf> = { forwardsBySeq, backwardsBySeq, backwardsByTime };

export async function summarizeLogs(
  store: Store,
  botId: string,
  from: string,
  to: string,
): Promise<LogSummary> {
  const byLevel: Record<Level, number> = { trace: 0, debug: 0, info: 0, warn: 0, error: 0, fatal: 0 };
  const errors = new ErrorKinds();
  const summary: LogSummary = { total: 0, by_level: byLevel, top_errors: [], dropped: 0, dropped_metrics: 0 };
  const walk: Walk = {
    sql: `select seq, time, level, dropped_before, dropped_metrics,
        case when level in ('error', 'fatal') then message end as error
      from log_lines where bot_id = @bot and (time, seq) > (@time, @seq) and time <= @to order by time, seq`,
    key: ["time", "seq"],
    parameters: { bot: botId, time: from, seq: 0, to },
  };
  await store.long.walk<Row & { error: string | null }>(walk, (row) => {
    summary.total++;
    byLevel[row.level]++;
    summary.dropped += row.dropped_before;
    summary.dropped_metrics += row.dropped_metrics;
    summary.first_at ??= row.time;
    summary.last_at = row.time;
    if (row.error !== null) errors.count(row.error, row.time);
  });
  summary.top_errors = errors.top(10);
  return summary;
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
