import { sql } from "kysely";
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
  readOverview,
} from "../../selection/overview.ts";
import type { Database } from "../sql/store.ts";

/** Reads a fixed number of rows for each bot, all by an index, and those of all bots together. */
export async function overviewsAt(
  store: Database,
  botIds: readonly string[],
  window: OverviewWindow,
): Promise<Overview[]> {
  const [first, seen] = await Promise.all([firstRead(store, botIds, window), seenIn(store, botIds, window)]);
  return botIds.map((bot_id) => ({ bot_id, ...first.get(bot_id)!, ...seen.get(bot_id)! }));
}

type First = Pick<Overview, "errors" | "last_run">;

async function firstRead(
  store: Database,
  botIds: readonly string[],
  { from, to }: OverviewWindow,
): Promise<Map<string, First>> {
  // The condition must be that of the index.
  const levels = sql.raw(errorLevels.map((level) => `'${level}'`).join(", "));
  const { rows } = await sql<{ id: string; errors: number; last_run: Overview["last_run"] | null }>`
    select given.id,
      (select count(*) from (select 1 from log_lines where bot_id = given.id and level in (${levels})
        and time >= ${from} and time <= ${to} limit ${mostErrors}) as counted) as errors,
      (select json_build_object('id', id, 'status', status, 'finished_at', finished_at) from runs
        where bot_id = given.id order by runs.id desc limit 1) as last_run
    from unnest(${botIds}::text[]) as given (id)`.execute(store.ingest);
  return new Map(rows.map(({ id, errors, last_run }) => [id, { errors, last_run: last_run ?? undefined }]));
}

type Seen = Pick<Overview, "signal" | "trend">;

/** Each bot asks for what depends on the last answer; what all of them ask for is read by one statement. */
async function seenIn(
  store: Database,
  botIds: readonly string[],
  window: OverviewWindow,
): Promise<Map<string, Seen>> {
  const seen = new Map<string, Seen>();
  const readings = new Map(botIds.map((bot) => [bot, readOverview(window, store.samples.of(bot))]));
  const asked = new Map<string, OverviewAsk>();
  const proceed = (bot: string, metrics: readonly OverviewMetric[]) => {
    const step = readings.get(bot)!.next(metrics);
    if (step.done) seen.set(bot, step.value);
    else asked.set(bot, step.value);
  };
  for (const bot of botIds) proceed(bot, []);
  while (asked.size > 0) {
    const now = [...asked];
    asked.clear();
    const answers = await answer(store, now, window);
    for (const [bot] of now) proceed(bot, answers.get(bot) ?? []);
  }
  return seen;
}

type Row = Omit<OverviewMetric, "data"> & { bot: string; data: string | null };

async function answer(
  store: Database,
  asked: readonly [string, OverviewAsk][],
  { to }: OverviewWindow,
): Promise<Map<string, OverviewMetric[]>> {
  const answers = new Map<string, OverviewMetric[]>();
  for (const [kind, { condition, order, most }] of Object.entries(asks(to))) {
    const some = asked.filter(([, ask]) => ask.kind === kind);
    if (some.length === 0) continue;
    const types = some.map(([, ask]) => ("type" in ask ? ask.type : ""));
    const times = some.map(([, ask]) => ("time" in ask ? ask.time : ""));
    const { rows } = await sql<Row>`
      select bot, type, time, case when octet_length(data) <= ${mostDataBytes} then data end as data
      from unnest(${some.map(([bot]) => bot)}::text[], ${types}::text[], ${times}::text[])
        as given (bot, asked_type, asked_time)
      cross join lateral (
        select * from metrics where bot_id = bot ${condition} order by ${order} limit ${most}) as found
      order by bot, ${order}`.execute(store.ingest);
    for (const { bot, data, ...row } of rows)
      if (data !== null)
        answers.set(bot, [
          ...(answers.get(bot) ?? []),
          { ...row, data: JSON.parse(data) as OverviewMetric["data"] },
        ]);
  }
  return answers;
}

const asks = (to: string) => ({
  newest: { condition: sql``, order: sql`seq desc`, most: newestMetrics },
  from: {
    condition: sql`and type = asked_type and time >= asked_time`,
    order: sql`time, seq`,
    most: lookedAt,
  },
  back: {
    condition: sql`and type = asked_type and time <= ${to}`,
    order: sql`time desc, seq desc`,
    most: lookedAt,
  },
});
