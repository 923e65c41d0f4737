import type { Kysely } from "kysely";

/** When the platform read a metric, as log lines have it; empty in the rows of before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("metrics").addColumn("ingested_at", "text").execute();
}
