import type { Kysely } from "kysely";

/** Adds when a version was deleted, and an index that finds the versions with the same archive. The row stays: bots that are deleted refer to it until their records expire. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("custom_bot_versions").addColumn("deleted_at", "text").execute();
  await db.schema
    .createIndex("custom_bot_versions_by_package")
    .on("custom_bot_versions")
    .column("sha256")
    .execute();
}
