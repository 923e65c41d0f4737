import { readExactJson } from "@botyard/core";
import type { Selectable, Transaction } from "kysely";
import type { Run, RunStatus } from "../model.ts";
import type { Store } from "./database.ts";
import type { Tables } from "./schema.ts";

type Row = Selectable<Tables["runs"]>;

/** Adds runs in the caller's transaction, except for ticks that already have a run. Returns the ids added. */
export async function insertRuns(trx: Transaction<Tables>, runs: readonly Run[]): Promise<Set<string>> {
  const added = new Set<string>();
  for (const run of runs) {
    const row = await trx
      .insertInto("runs")
      .values(toRow(run))
      .onConflict((c) => c.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (row) added.add(row.id);
  }
  return added;
}

/** Updates the given fields of a run. */
export async function updateRun(
  trx: Transaction<Tables>,
  id: string,
  change: Partial<
    Pick<Run, "status" | "detail" | "startedAt" | "finishedAt" | "exitCode" | "signal" | "result">
  >,
): Promise<void> {
  const row = toRow(change as Run);
  const set: Partial<Row> = {};
  if (change.status !== undefined) set.status = row.status;
  if (change.detail !== undefined) set.detail = row.detail;
  if (change.startedAt !== undefined) set.started_at = row.started_at;
  if (change.finishedAt !== undefined) set.finished_at = row.finished_at;
  if (change.exitCode !== undefined) set.exit_code = row.exit_code;
  if (change.signal !== undefined) set.signal = row.signal;
  if (change.result !== undefined) set.result = row.result;
  await trx.updateTable("runs").set(set).where("id", "=", id).execute();
}

export async function getRun(store: Store, id: string): Promise<Run | undefined> {
  const row = await store.main.selectFrom("runs").selectAll().where("id", "=", id).executeTakeFirst();
  return row && toRun(row);
}

/** Returns a bot's queued and running runs in the order they were queued. */
export async function activeRuns(store: Store, botId: string): Promise<Run[]> {
  const rows = await store.main
    .selectFrom("runs")
    .selectAll()
    .where("status", "in", ["queued", "running"])
    .where("bot_id", "=", botId)
    .orderBy("queued_at")
    .orderBy("scheduled_at")
    .execute();
  return rows.map(toRun);
}

/**
 * Returns a page of a bot's runs, newest first. Ids sort by the time of the tick or, for a run by hand, of the request.
 * `before` is the last run of the previous page.
 */
export async function listRuns(
  store: Store,
  botId: string,
  filter: { status?: RunStatus; before?: { id: string; queuedAt?: string }; limit: number },
): Promise<Run[]> {
  const { status, before } = filter;
  const rows = await store.main
    .selectFrom("runs")
    .selectAll()
    .where("bot_id", "=", botId)
    .$if(status !== undefined, (q) => q.where("status", "=", status as RunStatus))
    .$if(before !== undefined, (q) => q.where("id", "<", before?.id ?? ""))
    .orderBy("id", "desc")
    .limit(filter.limit)
    .execute();
  return rows.map(toRun);
}

/** Returns the runs of ticks between two times, both inclusive, in order of the ticks. */
export async function runsOfTicks(
  store: Store,
  botId: string,
  { from, to, limit }: { from: string; to: string; limit: number },
): Promise<Run[]> {
  const rows = await store.main
    .selectFrom("runs")
    .selectAll()
    .where("bot_id", "=", botId)
    .where("tick", ">=", from)
    .where("tick", "<=", to)
    .orderBy("tick")
    .limit(limit)
    .execute();
  return rows.map(toRun);
}

export async function lastRun(store: Store, botId: string): Promise<Run | undefined> {
  return (await listRuns(store, botId, { limit: 1 }))[0];
}

/** Counts the runs scheduled between two times, both inclusive. `error` includes timed out and lost runs. */
export async function countRuns(
  store: Store,
  botId: string,
  from: string,
  to: string,
): Promise<{ total: number; success: number; error: number }> {
  const rows = await store.main
    .selectFrom("runs")
    .select((e) => ["status", e.fn.countAll<number>().as("count")])
    .where("bot_id", "=", botId)
    .where("scheduled_at", ">=", from)
    .where("scheduled_at", "<=", to)
    .groupBy("status")
    .execute();
  const of = (statuses: RunStatus[]) =>
    rows.filter((row) => statuses.includes(row.status)).reduce((sum, row) => sum + Number(row.count), 0);
  return {
    total: rows.reduce((sum, row) => sum + Number(row.count), 0),
    success: of(["success"]),
    error: of(["error", "timed_out", "lost"]),
  };
}

function toRow(run: Run): Row {
  return {
    id: run.id,
    bot_id: run.botId,
    tick: run.tick ?? null,
    scheduled_at: run.scheduledAt,
    status: run.status,
    detail: run.detail ?? null,
    version: run.version,
    revision: run.revision,
    queued_at: run.queuedAt,
    started_at: run.startedAt ?? null,
    finished_at: run.finishedAt ?? null,
    exit_code: run.exitCode ?? null,
    signal: run.signal ?? null,
    result: run.result === undefined ? null : JSON.stringify(run.result),
    log_from: run.logs?.from ?? null,
    log_to: run.logs?.to ?? null,
  };
}

export function toRun(row: Row): Run {
  return {
    id: row.id,
    botId: row.bot_id,
    ...(row.tick === null ? {} : { tick: row.tick }),
    scheduledAt: row.scheduled_at,
    status: row.status,
    ...(row.detail === null ? {} : { detail: row.detail }),
    version: row.version,
    revision: row.revision,
    queuedAt: row.queued_at,
    ...(row.started_at === null ? {} : { startedAt: row.started_at }),
    ...(row.finished_at === null ? {} : { finishedAt: row.finished_at }),
    ...(row.exit_code === null ? {} : { exitCode: row.exit_code }),
    ...(row.signal === null ? {} : { signal: row.signal }),
    ...(row.result === null ? {} : { result: readExactJson(row.result) }),
    ...(row.log_from === null || row.log_to === null ? {} : { logs: { from: row.log_from, to: row.log_to } }),
  };
}
