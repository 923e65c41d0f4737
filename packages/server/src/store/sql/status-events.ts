import { type Selectable, sql } from "kysely";
import type { Actor, StatusEvent } from "../../model/model.ts";
import { present } from "../../model/present.ts";
import type { StatusChange, StoredLaunch } from "../engine-store.ts";
import { insertLaunches } from "./launches.ts";
import type { Tables } from "./schema.ts";
import type { Store } from "./store.ts";

export function changeStatus(
  store: Store,
  botId: string,
  changes: readonly StatusChange[],
  at: string,
  launch?: StoredLaunch,
): Promise<StatusEvent[]> {
  const work = () =>
    store.transaction(async (trx) => {
      const { status: last } = await trx
        .insertInto("sequences")
        .values({ bot_id: botId, logs: 0, metrics: 0, status: changes.length })
        .onConflict((c) =>
          c.column("bot_id").doUpdateSet({ status: sql<number>`sequences.status + ${changes.length}` }),
        )
        .returning("status")
        .executeTakeFirstOrThrow();
      const events: StatusEvent[] = [];
      for (const [index, change] of changes.entries()) {
        const bot = await trx
          .updateTable("bots")
          .set(columnsOf(change))
          .where("id", "=", botId)
          .returning(["revision", "asked_by"])
          .executeTakeFirst();
        const row = {
          bot_id: botId,
          seq: last - changes.length + 1 + index,
          time: at,
          status: change.status,
          reason: change.reason ?? null,
          detail: change.detail ?? null,
          revision: change.runningRevision ?? bot?.revision ?? null,
          actor: (change.asked && bot?.asked_by) || null,
        };
        await trx.insertInto("status_events").values(row).execute();
        events.push(eventOf(row));
      }
      if (launch) await insertLaunches(trx, [launch]);
      return events;
    });
  return store.botRows.changing([botId], work);
}

function eventOf({ actor, ...row }: Selectable<Tables["status_events"]>): StatusEvent {
  return { ...present(row), ...(actor !== null && { actor: JSON.parse(actor) as Actor }) };
}

function columnsOf(change: StatusChange) {
  return {
    status: change.status === "deleted" ? ("stopped" as const) : change.status,
    reason: change.reason ?? null,
    detail: change.detail ?? null,
    ...(change.runningRevision === undefined ? {} : { running_revision: change.runningRevision }),
    ...(change.startedAt === undefined ? {} : { started_at: change.startedAt }),
    ...(change.restarts === undefined ? {} : { restarts: change.restarts }),
    ...(change.backoff === undefined ? {} : { backoff: change.backoff }),
  };
}

export async function statusEventsAfter(
  store: Store,
  botId: string,
  after: number,
  limit: number,
): Promise<StatusEvent[]> {
  const rows = await store.ingest
    .selectFrom("status_events")
    .selectAll()
    .where("bot_id", "=", botId)
    .where("seq", ">", after)
    .orderBy("seq")
    .limit(limit)
    .execute();
  return rows.map(eventOf);
}

export async function listStatusEvents(
  store: Store,
  botId: string,
  { before, limit }: { before?: number; limit: number },
): Promise<StatusEvent[]> {
  const rows = await store.ingest
    .selectFrom("status_events")
    .selectAll()
    .where("bot_id", "=", botId)
    .$if(before !== undefined, (q) => q.where("seq", "<", before ?? 0))
    .orderBy("seq", "desc")
    .limit(limit)
    .execute();
  return rows.map(eventOf);
}
