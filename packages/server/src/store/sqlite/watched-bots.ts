import type Sqlite from "better-sqlite3";
import {
  mostWatchedBytes,
  showsMetrics,
  symbolsIn,
  type WatchedBot,
  WatchedMetrics,
} from "../../selection/watched-bot.ts";
import { prepared } from "./prepared.ts";
import type { SqliteDatabase } from "./store.ts";

const bots = (condition: string) =>
  `select id as bot_id, owner_id, name, custom_bot, model, desired, status, reason, restarts, started_at from bots
    where ${condition}desired != 'deleted' order by id`;
const botsOfUser = bots("owner_id = ? and ");
const botsOfAll = bots("");
const statusSince = "select time from status_events where bot_id = ? order by seq desc limit 1";
const dropped =
  "select dropped_metrics as metrics, dropped_lines as log_lines from sequences where bot_id = ?";
const lastRun = `select status, started_at, finished_at from runs
  where bot_id = ? and status not in ('queued', 'running') order by id desc limit 1`;
const lastSuccess =
  "select finished_at from runs where bot_id = ? and status = 'success' order by id desc limit 1";
const nextType = "select type from metrics where bot_id = ? and type > ? order by type limit 1";
const latest = `select type, time, ingested_at,
    case when octet_length(data) <= ${mostWatchedBytes} then data end as data
  from metrics where bot_id = ? and type = ? order by time desc, seq desc limit ?`;

interface BotRow extends Omit<WatchedBot, "status_since" | "dropped" | "last_run" | "last_success_at"> {
  started_at: string | null;
}

interface MetricRow {
  type: string;
  time: string;
  ingested_at: string | null;
  data: string | null;
}

/**
 * Reads what operators watch of each bot of a user, or of all users, in the order of their creation. All reads are by an
 * index and return few rows: what it costs does not depend on how much a bot has written.
 *
 * @param most series of the metrics of one bot
 */
export async function watchBots(
  store: SqliteDatabase,
  ownerId: string | undefined,
  most: number,
  visit: (bot: WatchedBot) => void,
): Promise<void> {
  let rows: BotRow[] | undefined;
  let at = 0;
  let reading: Generator<undefined, WatchedBot> | undefined;
  await store.long.work((database, isOver) => {
    rows ??= (
      ownerId === undefined
        ? prepared(database, botsOfAll).all()
        : prepared(database, botsOfUser).all(ownerId)
    ) as BotRow[];
    while (at < rows.length) {
      reading ??= read(database, rows[at]!, most);
      const step = reading.next();
      if (step.done) {
        visit(step.value);
        reading = undefined;
        at++;
      }
      if (isOver()) break;
    }
    return at < rows.length;
  });
}

/** Yields between two types of metrics. */
function* read(
  database: Sqlite.Database,
  row: BotRow,
  most: number,
): Generator<undefined, WatchedBot, undefined> {
  const { started_at, ...bot } = row;
  const one = <Found>(sql: string) => prepared(database, sql).get(row.bot_id) as Found | undefined;
  const found = new WatchedMetrics(most);
  let type = "";
  for (let types = 0; showsMetrics(row); types++) {
    const next = prepared(database, nextType).get(row.bot_id, type) as { type: string } | undefined;
    if (!next) break;
    if (types >= most) {
      found.leftOut++;
      break;
    }
    type = next.type;
    found.add(latestOf(database, row, type));
    yield;
  }
  return {
    ...bot,
    status_since: one<{ time: string }>(statusSince)?.time ?? null,
    dropped: one<WatchedBot["dropped"]>(dropped) ?? { metrics: 0, log_lines: 0 },
    last_run: one(lastRun),
    last_success_at: one<{ finished_at: string | null }>(lastSuccess)?.finished_at ?? null,
    metrics: found.metrics,
    left_out: found.leftOut,
  };
}

/** A realtime bot says its metrics again after a start, and those that it no longer has must not stay. */
function latestOf(
  database: Sqlite.Database,
  { bot_id, model, started_at }: BotRow,
  type: string,
): MetricRow[] {
  const since = model === "realtime" ? (started_at ?? "") : "";
  const all = (most: number) =>
    (prepared(database, latest).all(bot_id, type, most) as MetricRow[]).filter(
      ({ ingested_at }) => (ingested_at ?? "") >= since,
    );
  const first = all(1);
  return WatchedMetrics.hasSymbol(first[0]?.data ?? null) ? all(symbolsIn) : first;
}
