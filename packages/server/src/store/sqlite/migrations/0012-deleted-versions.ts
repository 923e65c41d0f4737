import type { Kysely } from "kysely";

/** Adds when a version was deleted. The row stays: bots that are deleted refer to it until their records expire. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("custom_bot_versions").addColumn("deleted_at", "text").execute();
}
