import type { Kysely } from "kysely";

/** Adds what is missing for a read in order of time to continue after any row: an index of runs, and two sequence numbers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex("log_lines_by_time").execute();
  await db.schema
    .createIndex("log_lines_by_time")
    .on("log_lines")
    .columns(["bot_id", "time", "seq"])
    .execute();
  await db.schema.dropIndex("metrics_by_type").execute();
  await db.schema
    .createIndex("metrics_by_type")
    .on("metrics")
    .columns(["bot_id", "type", "time", "seq"])
    .execute();
  await db.schema.createIndex("runs_by_time").on("runs").columns(["bot_id", "scheduled_at", "id"]).execute();
}
