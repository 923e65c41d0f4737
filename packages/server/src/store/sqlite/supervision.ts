import type { Transaction } from "kysely";
import type { Bot } from "../../model.ts";
import { botOf } from "./bots.ts";
import type { Store } from "./database.ts";
import type { Tables } from "./schema.ts";

/** A bot with the data that only the engine uses. */
export interface Supervised {
  bot: Bot;
  /** The back-off as JSON. */
  backoff?: string;
  /** The schedule is settled up to this time. */
  settledUntil?: string;
  deletedAt?: string;
}

export async function supervisedBot(store: Store, botId: string): Promise<Supervised | undefined> {
  const row = await store.main.selectFrom("bots").selectAll().where("id", "=", botId).executeTakeFirst();
  return row && supervisedOf(row);
}

/** Returns all bots that are not deleted, and deleted ones whose processes may still exist. */
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

/** Stores the time up to which a schedule is settled, and its next tick. */
export async function settleSchedule(
  trx: Transaction<Tables>,
  botId: string,
  settledUntil: string,
  nextTickAt: string | undefined,
): Promise<void> {
  await trx
    .updateTable("bots")
    .set({ settled_until: settledUntil, next_tick_at: nextTickAt ?? null })
    .where("id", "=", botId)
    .execute();
}

/** Records that the running process matches this revision. */
export async function keepRunningRevision(store: Store, botId: string, revision: number): Promise<void> {
  await store.main.updateTable("bots").set({ running_revision: revision }).where("id", "=", botId).execute();
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
