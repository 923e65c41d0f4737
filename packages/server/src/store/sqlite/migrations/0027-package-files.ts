import { type Kysely, sql } from "kysely";

/** Adds which contents of packages each user has, and whether a version is stored as a list of contents. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable("package_files")
    .addColumn("owner_id", "text", (c) => c.notNull().references("users.id"))
    .addColumn("sha256", "text", (c) => c.notNull())
    .addColumn("bytes", "bigint", (c) => c.notNull())
    .addColumn("versions", "integer", (c) => c.notNull())
    .addColumn("received_at", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("package_files_of_owner", ["owner_id", "sha256"])
    .modifyEnd(sql`without rowid`)
    .execute();
  await schema.createIndex("package_files_by_sha256").on("package_files").column("sha256").execute();
  await sql`create index package_files_unused on package_files (received_at) where versions = 0`.execute(db);
  // Versions of earlier platforms are archives; the platform stores them as lists when it has time.
  await schema
    .alterTable("custom_bot_versions")
    .addColumn("is_listed", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`create index custom_bot_versions_archived on custom_bot_versions (created_at)
    where is_listed = 0 and deleted_at is null`.execute(db);
  await schema
    .createIndex("custom_bot_versions_by_content")
    .on("custom_bot_versions")
    .column("content_sha256")
    .execute();
  const columns = ["owner_id", "deleted_at", "is_listed", "bytes", "unpacked_bytes"];
  await sql`drop index custom_bot_versions_counted`.execute(db);
  await schema
    .createIndex("custom_bot_versions_counted")
    .on("custom_bot_versions")
    .columns(columns)
    .execute();
}
