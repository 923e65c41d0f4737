import type { Transaction } from "kysely";
import type { Supervised } from "../engine-store.ts";
import { botOf } from "./bots.ts";
import type { Tables } from "./schema.ts";
import type { Store } from "./store.ts";

export async function supervisedBot(store: Store, botId: string): Promise<Supervised | undefined> {
  const row = await store.main.selectFrom("bots").selectAll().where("id", "=", botId).executeTakeFirst();
  return row && supervisedOf(row);
}

export async function supervisedBots(store: Store): Promise<Supervised[]> {
  const rows = await store.main
    .selectFrom("bots")
    .selectAll()
    .where((e) =>
      e.or([
        e("desired", "!=", "deleted"),
        e("status", "!=", "stopped"),
        e.exists(
          e
            .selectFrom("launches")
            .select("launches.id")
            .whereRef("launches.bot_id", "=", "bots.id")
            .where("launches.state", "in", ["starting", "running"]),
        ),
      ]),
    )
    .orderBy("id")
    .execute();
  return rows.map(supervisedOf);
}

/** Stores the time up to which the schedules of bots are settled. */
export async function settleSchedules(
  trx: Transaction<Tables>,
  botIds: readonly string[],
  settledUntil: string,
): Promise<void> {
  await trx.updateTable("bots").set({ settled_until: settledUntil }).where("id", "in", botIds).execute();
}

export async function keepRunningRevision(store: Store, botId: string, revision: number): Promise<void> {
  const update = store.main.updateTable("bots").set({ running_revision: revision }).where("id", "=", botId);
  await store.botRows.changing([botId], () => update.execute());
}

type BotRow = Parameters<typeof botOf>[0];

function supervisedOf(row: BotRow): Supervised {
  return {
    bot: botOf(row),
    ...(row.backoff !== null && { backoff: row.backoff }),
    ...(row.settled_until !== null && { settledUntil: row.settled_until }),
    ...(row.deleted_at !== null && { deletedAt: row.deleted_at }),
  };
}
