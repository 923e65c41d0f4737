import { type Kysely, sql } from "kysely";

/** Adds an index of errors, so that the errors of a day can be counted without reading the other lines. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex("log_lines_errors")
    .on("log_lines")
    .columns(["bot_id", "time"])
    .where(sql<boolean>`level in ('error', 'fatal')`)
    .execute();
}
