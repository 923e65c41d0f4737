import type { Kysely } from "kysely";

/** Adds what a bot may use of the machine. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("bots").addColumn("resources", "text").execute();
}
