import type { Kysely } from "kysely";

/**
 * Adds when a metric was emitted, if its data belong to another moment: `time` is then that moment, by which metrics are
 * selected and sorted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("metrics").addColumn("emitted_at", "text").execute();
}
