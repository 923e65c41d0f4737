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
  // Each has all columns that a count needs, so that no rows are read.
  const counted = {
    custom_bot_versions: ["owner_id", "deleted_at", "bytes", "unpacked_bytes"],
    bots: ["owner_id", "desired", "model"],
    api_keys: ["owner_id", "revoked_at", "expires_at"],
  };
  for (const [table, columns] of Object.entries(counted))
    await schema.createIndex(`${table}_counted`).on(table).columns(columns).execute();
  await sql`create index runs_unfinished on runs (bot_id, status)
    where status in ('queued', 'running')`.execute(db);
}
