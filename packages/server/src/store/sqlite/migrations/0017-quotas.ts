import { type Kysely, sql } from "kysely";

/** Adds what the files of bots and the code of packages use on the disk, and indexes to count what a user has. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable("bot_disk")
    .addColumn("bot_id", "text", (c) => c.primaryKey().references("bots.id").onDelete("cascade"))
    .addColumn("owner_id", "text", (c) => c.notNull().references("users.id"))
    .addColumn("bytes", "bigint", (c) => c.notNull())
    .addColumn("query_bytes", "bigint", (c) => c.notNull())
    .execute();
  const columns = ["owner_id", "bytes", "query_bytes"];
  await schema.createIndex("bot_disk_by_owner").on("bot_disk").columns(columns).execute();
  // Unknown for older versions, which count as their archives only.
  await schema
    .alterTable("custom_bot_versions")
    .addColumn("unpacked_bytes", "bigint", (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`create index versions_kept on custom_bot_versions (owner_id, bytes, unpacked_bytes)
    where deleted_at is null`.execute(db);
  await sql`create index bots_wanted on bots (owner_id, model) where desired = 'running'`.execute(db);
  await sql`create index runs_unfinished on runs (bot_id) where status in ('queued', 'running')`.execute(db);
  await sql`create index api_keys_unrevoked on api_keys (owner_id, expires_at)
    where revoked_at is null`.execute(db);
}
