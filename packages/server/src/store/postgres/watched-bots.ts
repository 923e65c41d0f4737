import { sql } from "kysely";
import {
  mostWatchedBytes,
  showsMetrics,
  symbolsIn,
  type WatchedBot,
  WatchedMetrics,
} from "../../selection/watched-bot.ts";
import type { Database } from "../sql/store.ts";

/** Bots that are read by one statement. */
const together = 100;

interface BotRow extends Omit<WatchedBot, "dropped" | "last_run" | "metrics" | "left_out"> {
  started_at: string | null;
  dropped: WatchedBot["dropped"] | null;
  last_run: NonNullable<WatchedBot["last_run"]> | null;
}

interface MetricRow {
  type: string;
  time: string;
  ingested_at: string | null;
  data: string | null;
}

/** Reads what operators watch. All reads are by an index and return few rows. */
export async function watchBots(
  store: Database,
  ownerId: string | undefined,
  most: number,
  visit: (bot: WatchedBot) => void,
): Promise<void> {
  for (let after = ""; ; ) {
    const rows = await botsAfter(store, ownerId, after);
    for (const row of rows) {
      const found = showsMetrics(row) ? await metricsOf(store, row, most) : new WatchedMetrics(most);
      const { started_at: _, dropped, last_run, ...bot } = row;
      visit({
        ...bot,
        dropped: dropped ?? { metrics: 0, log_lines: 0 },
        last_run: last_run ?? undefined,
        metrics: found.metrics,
        left_out: found.leftOut,
      });
    }
    if (rows.length < together) return;
    after = rows.at(-1)!.bot_id;
  }
}

async function botsAfter(store: Database, ownerId: string | undefined, after: string): Promise<BotRow[]> {
  const owned = ownerId === undefined ? sql`` : sql`owner_id = ${ownerId} and`;
  const { rows } = await sql<BotRow>`
    select id as bot_id, owner_id, name, custom_bot, model, desired, status, reason, restarts, started_at,
      (select time from status_events where bot_id = bots.id order by seq desc limit 1) as status_since,
      (select json_build_object('metrics', dropped_metrics, 'log_lines', dropped_lines) from sequences
        where bot_id = bots.id) as dropped,
      (select json_build_object('status', status, 'started_at', started_at, 'finished_at', finished_at) from runs
        where bot_id = bots.id and status not in ('queued', 'running') order by id desc limit 1) as last_run,
      (select finished_at from runs where bot_id = bots.id and status = 'success'
        order by id desc limit 1) as last_success_at
    from bots where ${owned} desired <> 'deleted' and id > ${after} order by id limit ${together}`.execute(
    store.ingest,
  );
  return rows;
}

/** A realtime bot says its metrics again after a start, and those that it no longer has must not stay. */
async function metricsOf(
  store: Database,
  { bot_id, model, started_at }: BotRow,
  most: number,
): Promise<WatchedMetrics> {
  const found = new WatchedMetrics(most);
  const since = model === "realtime" ? (started_at ?? "") : "";
  const types = await typesOf(store, bot_id, most + 1);
  if (types.length > most) found.leftOut++;
  const shown = types.slice(0, most);
  const latest = await latestOf(store, bot_id, shown, 1, since);
  const bySymbol = shown.filter((type) => WatchedMetrics.hasSymbol(latest.get(type)?.[0]?.data ?? null));
  const all = new Map([...latest, ...(await latestOf(store, bot_id, bySymbol, symbolsIn, since))]);
  for (const type of shown) found.add(all.get(type) ?? []);
  return found;
}

/** Each step reads the next type by the index. */
async function typesOf(store: Database, bot: string, most: number): Promise<string[]> {
  const { rows } = await sql<{ type: string }>`
    with recursive types (type, place) as (
      (select type, 1 from metrics where bot_id = ${bot} order by type limit 1)
      union all
      select (select type from metrics where bot_id = ${bot} and type > types.type order by type limit 1), place + 1
        from types where type is not null and place < ${most})
    select type from types where type is not null`.execute(store.ingest);
  return rows.map(({ type }) => type);
}

async function latestOf(
  store: Database,
  bot: string,
  types: readonly string[],
  most: number,
  since: string,
): Promise<Map<string, MetricRow[]>> {
  const found = new Map<string, MetricRow[]>();
  if (types.length === 0) return found;
  const { rows } = await sql<MetricRow>`
    select latest.* from unnest(${types}::text[]) with ordinality as given (type, place)
      cross join lateral (
        select type, time, seq, ingested_at, case when octet_length(data) <= ${mostWatchedBytes} then data end as data
          from metrics where bot_id = ${bot} and metrics.type = given.type
          order by time desc, seq desc limit ${most}) as latest
      order by place, time desc, seq desc`.execute(store.ingest);
  for (const row of rows)
    if ((row.ingested_at ?? "") >= since) found.set(row.type, [...(found.get(row.type) ?? []), row]);
  return found;
}
