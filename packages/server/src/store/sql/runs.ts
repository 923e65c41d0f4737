import { readExactJson } from "@botyard/core";
import type { Selectable, Transaction } from "kysely";
import { PlatformError } from "../../errors/platform-error.ts";
import type { Run, RunStatus } from "../../model/model.ts";
import { present } from "../../model/present.ts";
import { traceIdOf } from "../../model/trace.ts";
import { Page, type Paged, textBytes } from "../../selection/page.ts";
import type { RunChange } from "../engine-store.ts";
import type { PageSize } from "../filters.ts";
import { requireQuotas } from "./quotas.ts";
import { together } from "./rows-together.ts";
import type { Tables } from "./schema.ts";
import type { Store } from "./store.ts";
import { countAdded, countEnd } from "./totals.ts";
import type { Walk } from "./walk.ts";

type Row = Selectable<Tables["runs"]>;

/** Adds runs in the caller's transaction, except for ticks that already have a run. Returns the ids added. */
export async function insertRuns(trx: Transaction<Tables>, runs: readonly Run[]): Promise<Set<string>> {
  const added = new Set<string>();
  for (const some of together(runs)) {
    const rows = await trx
      .insertInto("runs")
      .values(some.map(rowOf))
      .onConflict((c) => c.doNothing())
      .returning("id")
      .execute();
    for (const { id } of rows) added.add(id);
  }
  await countAdded(
    trx,
    runs.filter(({ id }) => added.has(id)),
  );
  return added;
}

/** Returns why the user of a bot may have no more runs, if so. */
export async function refusalOfRun(
  store: Store,
  trx: Transaction<Tables>,
  { bot_id }: Pick<Run, "bot_id">,
): Promise<PlatformError | undefined> {
  const { owner_id } = await trx
    .selectFrom("bots")
    .select("owner_id")
    .where("id", "=", bot_id)
    .executeTakeFirstOrThrow();
  try {
    await requireQuotas(store, trx, owner_id, { processes: 1, disk_bytes: 1 });
    return undefined;
  } catch (error) {
    if (error instanceof PlatformError) return error;
    throw error;
  }
}

/** Updates the given fields of a run. */
export async function updateRun(trx: Transaction<Tables>, id: string, change: RunChange): Promise<void> {
  await countEnd(trx, id, change.status);
  await trx.updateTable("runs").set(columnsOf(change)).where("id", "=", id).execute();
}

export async function getRun(store: Store, id: string): Promise<Run | undefined> {
  const row = await store.main.selectFrom("runs").selectAll().where("id", "=", id).executeTakeFirst();
  return row && toRun(row);
}

export async function activeRuns(store: Store, botId: string): Promise<Run[]> {
  const rows = await store.main
    .selectFrom("runs")
    .selectAll()
    .where("status", "in", ["queued", "running"])
    .where("bot_id", "=", botId)
    .orderBy("queued_at")
    .orderBy("scheduled_at")
    .orderBy("id")
    .execute();
  return rows.map(toRun);
}

export async function aliveUntil(store: Store): Promise<Date> {
  const { started, settled } = await store.main
    .selectFrom("bots")
    .select((e) => [
      e.fn
        .max(
          e
            .selectFrom("runs")
            .select("started_at")
            .whereRef("runs.bot_id", "=", "bots.id")
            .where("started_at", "is not", null)
            .orderBy("runs.id", "desc")
            .limit(1),
        )
        .as("started"),
      e.fn.max("settled_until").as("settled"),
    ])
    .executeTakeFirstOrThrow();
  return new Date(Math.max(Date.parse(started ?? "") || 0, Date.parse(settled ?? "") || 0));
}

export async function listRuns(
  store: Store,
  botId: string,
  { status, before, ...size }: { status?: readonly RunStatus[]; before?: string } & PageSize,
): Promise<Paged<Run>> {
  const walk = (one?: RunStatus): Walk => ({
    sql: `select * from runs where bot_id = @bot${one ? " and status = @status" : ""} and id < @id order by id desc`,
    key: ["id"],
    // No id is after "~".
    parameters: { bot: botId, ...(one && { status: one }), id: before ?? "~" },
  });
  if (status === undefined) return pageOfRuns(store, walk(), size);
  // One read per status: the runs of several are in the order of no index.
  const pages: Paged<Run>[] = [];
  for (const one of new Set(status)) pages.push(await pageOfRuns(store, walk(one), size));
  return pages.length === 1 ? pages[0]! : merged(pages, size);
}

/** Merges pages of runs, newest first. A page that was cut off fills the merged one before its last run is passed. */
function merged(pages: readonly Paged<Run>[], size: PageSize): Paged<Run> {
  const runs = new Map(pages.flatMap(({ items }) => items.map((run) => [run.id, run] as const)));
  const page = new Page<Run>(size);
  for (const run of [...runs.values()].sort((a, b) => (a.id < b.id ? 1 : -1))) {
    const { result, detail } = run;
    if (!page.add(run, textBytes(result === undefined ? null : JSON.stringify(result), detail))) break;
  }
  return { items: page.items, more: page.paged.more || pages.some(({ more }) => more) };
}

export function runsOfTicks(
  store: Store,
  botId: string,
  { from, to, after = "", ...size }: { from: string; to: string; after?: string } & PageSize,
): Promise<Paged<Run>> {
  // The time without its last character sorts before it.
  const start = from.slice(0, -1);
  const walk: Walk = {
    sql: "select * from runs where bot_id = @bot and tick > @tick and tick <= @to order by tick",
    key: ["tick"],
    parameters: { bot: botId, tick: after > start ? after : start, to },
  };
  return pageOfRuns(store, walk, size);
}

async function pageOfRuns(store: Store, walk: Walk, size: PageSize): Promise<Paged<Run>> {
  const page = new Page<Run>(size);
  await store.long.walk<Row>(walk, (row) => page.add(toRun(row), textBytes(row.result, row.detail)));
  return page.paged;
}

export async function lastRun(
  store: Store,
  botId: string,
): Promise<Pick<Run, "id" | "status" | "tick" | "finished_at"> | undefined> {
  const row = await store.main
    .selectFrom("runs")
    .select(["id", "status", "tick", "finished_at"])
    .where("bot_id", "=", botId)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && present(row);
}

export async function countRuns(
  store: Store,
  botId: string,
  from: string,
  to: string,
): Promise<{ total: number; success: number; error: number }> {
  const counts = { total: 0, success: 0, error: 0 };
  const walk: Walk = {
    sql: `select scheduled_at, id, status from runs where bot_id = @bot
        and (scheduled_at, id) > (@scheduled_at, @id) and scheduled_at <= @to order by scheduled_at, id`,
    key: ["scheduled_at", "id"],
    parameters: { bot: botId, scheduled_at: from, id: "", to },
  };
  await store.long.walk<Row>(walk, ({ status }) => {
    counts.total++;
    if (status === "success") counts.success++;
    else if (["error", "timed_out", "lost"].includes(status)) counts.error++;
  });
  return counts;
}

/** The row of a new run, with all columns: several rows are inserted by one statement. */
function rowOf(run: Run): Row {
  const none = {
    ...{ tick: null, detail: null, started_at: null, finished_at: null, exit_code: null, signal: null },
    ...{ result: null, log_from: null, log_to: null, ended_by: null, late_seconds: null },
    ...{ start_deadline_seconds: null, traceparent: null, tracestate: null },
  };
  return { ...none, ...(columnsOf(run) as Row) };
}

/** The columns of a run; a field that is not given stays as it is, or null in a new row. */
function columnsOf({ result, logs, trace_id: _, ...columns }: Partial<Run>): Partial<Row> {
  return {
    ...columns,
    ...(result !== undefined && { result: JSON.stringify(result) }),
    ...(logs !== undefined && { log_from: logs.from, log_to: logs.to }),
  };
}

export function toRun({ result, log_from, log_to, ...row }: Row): Run {
  return {
    ...present(row),
    ...(row.traceparent !== null && { trace_id: traceIdOf({ traceparent: row.traceparent }) }),
    ...(result !== null && { result: readExactJson(result) }),
    ...(log_from !== null && log_to !== null && { logs: { from: log_from, to: log_to } }),
  };
}
