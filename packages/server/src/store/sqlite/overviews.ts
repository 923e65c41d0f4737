import type Sqlite from "better-sqlite3";
import {
  errorLevels,
  lookedAt,
  mostDataBytes,
  mostErrors,
  newestMetrics,
  type Overview,
  type OverviewAsk,
  type OverviewMetric,
  type OverviewWindow,
  overviewFrom,
} from "../../selection/overview.ts";
import type { KeptSamples } from "../../selection/trend-samples.ts";
import { prepared } from "./prepared.ts";
import type { SqliteDatabase } from "./store.ts";

/** Reads a fixed number of rows for each bot, all by an index: what it costs does not depend on a bot's history. */
export async function overviewsAt(
  store: SqliteDatabase,
  botIds: readonly string[],
  window: OverviewWindow,
): Promise<Overview[]> {
  const overviews: Overview[] = [];
  await store.long.work((database, isOver) => {
    while (overviews.length < botIds.length) {
      overviews.push(overviewAt(database, store.samples, botIds[overviews.length]!, window));
      if (isOver()) break;
    }
    return overviews.length < botIds.length;
  });
  return overviews;
}

// The condition must be that of the index.
const countErrors = `select count(*) as errors from (
    select 1 from log_lines where bot_id = @bot and level in (${errorLevels.map((level) => `'${level}'`).join(", ")})
      and time >= @from and time <= @to limit ${mostErrors})`;
const lastRun = "select id, status, finished_at from runs where bot_id = ? order by id desc limit 1";

const metric = `select type, time, case when octet_length(data) <= ${mostDataBytes} then data end as data from metrics`;
const newest = `${metric} where bot_id = @bot order by seq desc limit ${newestMetrics}`;
const fromTime = `${metric} where bot_id = @bot and type = @type and time >= @time order by time, seq`;
const back = `${metric} where bot_id = @bot and type = @type and time <= @time order by time desc, seq desc`;

function overviewAt(
  database: Sqlite.Database,
  samples: KeptSamples,
  bot: string,
  window: OverviewWindow,
): Overview {
  const answer = (asked: OverviewAsk): Iterable<OverviewMetric> => {
    if (asked.kind === "newest") return newestOf(database, bot);
    if (asked.kind === "back") return metricsOf(database, back, { bot, type: asked.type, time: window.to });
    return metricsOf(database, fromTime, { bot, type: asked.type, time: asked.time });
  };
  const { signal, trend } = overviewFrom(answer, window, samples.of(bot));
  const { errors } = prepared(database, countErrors).get({ bot, ...window }) as { errors: number };
  const last_run = prepared(database, lastRun).get(bot) as Overview["last_run"];
  return { bot_id: bot, errors, signal, trend, last_run };
}

function newestOf(database: Sqlite.Database, bot: string): OverviewMetric[] {
  const rows = prepared(database, newest).all({ bot }) as Row[];
  return rows.filter(({ data }) => data !== null).map(toMetric);
}

type Row = Omit<OverviewMetric, "data"> & { data: string | null };

/** Most readers take only the first row, which costs less than to begin to iterate. */
function* metricsOf(database: Sqlite.Database, sql: string, parameters: object): Generator<OverviewMetric> {
  const first = prepared(database, `${sql} limit 1`).get(parameters) as Row | undefined;
  if (!first) return;
  if (first.data !== null) yield toMetric(first);
  const others = prepared(database, `${sql} limit ${lookedAt - 1} offset 1`);
  for (const row of others.iterate(parameters) as IterableIterator<Row>)
    if (row.data !== null) yield toMetric(row);
}

const toMetric = ({ data, ...row }: Row): OverviewMetric => ({
  ...row,
  data: JSON.parse(data!) as OverviewMetric["data"],
});
