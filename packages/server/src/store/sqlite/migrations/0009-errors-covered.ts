import { type Kysely, sql } from "kysely";

/** Adds the level to the index of errors: without it, each error that is counted is also read from the table. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex("log_lines_errors").execute();
  await db.schema
    .createIndex("log_lines_errors")
    .on("log_lines")
    .columns(["bot_id", "time", "level"])
    .where(sql<boolean>`level in ('error', 'fatal')`)
    .execute();
}
