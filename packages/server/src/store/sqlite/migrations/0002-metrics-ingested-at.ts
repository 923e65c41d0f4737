import type { Kysely } from "kysely";

/** Adds the time at which the platform read a metric; null in existing rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("metrics").addColumn("ingested_at", "text").execute();
}
