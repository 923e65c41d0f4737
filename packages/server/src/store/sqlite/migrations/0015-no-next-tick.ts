import type { Kysely } from "kysely";

/** The next tick of a bot is not stored, because it follows from the bot's settings. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("bots").dropColumn("next_tick_at").execute();
}
