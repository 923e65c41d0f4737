import type { Resources } from "@botyard/manifest";
import type { Transaction } from "kysely";
import type { BotStatus, Run, RunStatus } from "../../model/model.ts";
import type { Tables } from "./schema.ts";
import type { Store } from "./store.ts";

const isOver = (status: RunStatus) => status !== "queued" && status !== "running";

/** Counts new runs that are over from the start, such as missed ones. Call in the transaction that adds them. */
export async function countAdded(
  trx: Transaction<Tables>,
  runs: readonly Pick<Run, "status">[],
): Promise<void> {
  const over = runs.filter(({ status }) => isOver(status));
  for (const [status, { length }] of Map.groupBy(over, ({ status }) => status))
    await count(trx, status, length);
}

/** Counts the end of a run once. Call before the update, in its transaction. */
export async function countEnd(
  trx: Transaction<Tables>,
  id: string,
  status: RunStatus | undefined,
): Promise<void> {
  if (status === undefined || !isOver(status)) return;
  const run = await trx.selectFrom("runs").select("status").where("id", "=", id).executeTakeFirst();
  if (run && !isOver(run.status)) await count(trx, status, 1);
}

async function count(trx: Transaction<Tables>, status: RunStatus, more: number): Promise<void> {
  await trx
    .insertInto("run_totals")
    .values({ status, count: more })
    .onConflict((c) => c.column("status").doUpdateSet((e) => ({ count: e("run_totals.count", "+", more) })))
    .execute();
}

export async function runTotals(store: Store): Promise<{ status: RunStatus; count: number }[]> {
  const rows = await store.main.selectFrom("run_totals").selectAll().execute();
  return rows.map(({ status, count }) => ({ status, count: Number(count) }));
}

export async function botTotals(store: Store): Promise<{ status: BotStatus; count: number }[]> {
  const rows = await store.main
    .selectFrom("bots")
    .select((e) => ["status", e.fn.countAll<number>().as("count")])
    .where("desired", "!=", "deleted")
    .groupBy("status")
    .execute();
  return rows.map(({ status, count }) => ({ status, count: Number(count) }));
}

export async function askedResources(store: Store): Promise<{ resources?: Resources; count: number }[]> {
  const rows = await store.main
    .selectFrom("bots")
    .select((e) => ["resources", e.fn.countAll<number>().as("count")])
    .where("desired", "=", "running")
    .groupBy("resources")
    .execute();
  return rows.map(({ resources, count }) => ({
    ...(resources !== null && { resources: JSON.parse(resources) as Resources }),
    count: Number(count),
  }));
}

export async function checkStore(store: Store): Promise<void> {
  await store.main.selectFrom("users").select("id").limit(1).execute();
  await store.own.requireWritable();
}
