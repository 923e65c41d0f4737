import type { Kysely } from "kysely";

/** Adds the version of the platform that opened the database last. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("written_by")
    .addColumn("version", "text", (c) => c.notNull())
    .execute();
}
