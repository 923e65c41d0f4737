import type { Kysely } from "kysely";

/** Adds who saved a revision. Revisions from before do not tell. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("bot_revisions").addColumn("actor", "text").execute();
}
