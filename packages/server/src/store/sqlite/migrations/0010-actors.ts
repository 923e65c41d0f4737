import type { Kysely } from "kysely";

/** Adds who asked for a change of a bot, and the revision that it had. Events from before do not tell. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("bots").addColumn("asked_by", "text").execute();
  await db.schema.alterTable("status_events").addColumn("revision", "integer").execute();
  await db.schema.alterTable("status_events").addColumn("actor", "text").execute();
}
