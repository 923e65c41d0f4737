import type { Kysely } from "kysely";

/** Adds the number of dropped metrics to log records, and the totals of dropped output to each bot. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("log_lines")
    .addColumn("dropped_metrics", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
  for (const counted of ["dropped_lines", "dropped_metrics"]) {
    await db.schema
      .alterTable("sequences")
      .addColumn(counted, "bigint", (c) => c.notNull().defaultTo(0))
      .execute();
  }
  await db.schema.alterTable("sequences").addColumn("dropped_at", "text").execute();
}
