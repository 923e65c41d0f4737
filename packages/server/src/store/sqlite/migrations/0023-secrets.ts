import type { Kysely } from "kysely";

/** Adds named secrets, and what processes were started with of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("secrets")
    .addColumn("owner_id", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("version", "integer", (c) => c.notNull())
    // Running bots are restarted with this version or a newer one.
    .addColumn("applied_version", "integer", (c) => c.notNull())
    .addColumn("created_at", "text", (c) => c.notNull())
    .addColumn("updated_at", "text", (c) => c.notNull())
    // JSON of an Actor: who set the newest version.
    .addColumn("actor", "text")
    .addColumn("last_used_at", "text")
    // Id of the bot that used it last.
    .addColumn("last_used_by", "text")
    // A secret that is set again goes on with its versions.
    .addColumn("deleted_at", "text")
    .addPrimaryKeyConstraint("secrets_pk", ["owner_id", "name"])
    .execute();
  await db.schema
    .createTable("secret_versions")
    .addColumn("owner_id", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("version", "integer", (c) => c.notNull())
    .addColumn("sealed", "text", (c) => c.notNull())
    .addColumn("created_at", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("secret_versions_pk", ["owner_id", "name", "version"])
    .execute();
  // The key with which everything was encrypted when the platform started.
  await db.schema
    .createTable("sealed_with")
    .addColumn("key_id", "text", (c) => c.primaryKey())
    .execute();
  // JSON: the version of each secret by its name.
  await db.schema.alterTable("launches").addColumn("secrets", "text").execute();
}
