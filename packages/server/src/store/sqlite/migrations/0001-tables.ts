import { type Kysely, sql } from "kysely";

/** Creates the first schema. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const schema = db.schema;

  await schema
    .createTable("users")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("name", "text", (c) => c.notNull().unique())
    .addColumn("created_at", "text", (c) => c.notNull())
    .execute();

  await schema
    .createTable("api_keys")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("owner_id", "text", (c) => c.notNull().references("users.id"))
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("scopes", "text", (c) => c.notNull())
    .addColumn("hash", "text", (c) => c.notNull())
    .addColumn("created_at", "text", (c) => c.notNull())
    .addColumn("expires_at", "text")
    .addColumn("revoked_at", "text")
    .addColumn("last_used_at", "text")
    .execute();
  await schema.createIndex("api_keys_by_owner").on("api_keys").columns(["owner_id", "id"]).execute();

  await schema
    .createTable("custom_bot_versions")
    .addColumn("owner_id", "text", (c) => c.notNull().references("users.id"))
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("version", "text", (c) => c.notNull())
    .addColumn("model", "text", (c) => c.notNull())
    .addColumn("runtime", "text", (c) => c.notNull())
    .addColumn("config", "text", (c) => c.notNull())
    .addColumn("schema", "text", (c) => c.notNull())
    .addColumn("readme", "text")
    .addColumn("sha256", "text", (c) => c.notNull())
    .addColumn("content_sha256", "text", (c) => c.notNull())
    .addColumn("bytes", "bigint", (c) => c.notNull())
    .addColumn("created_at", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("custom_bot_versions_pk", ["owner_id", "name", "version"])
    .execute();

  await schema
    .createTable("bots")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("owner_id", "text", (c) => c.notNull().references("users.id"))
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("custom_bot", "text", (c) => c.notNull())
    .addColumn("model", "text", (c) => c.notNull())
    .addColumn("version_spec", "text", (c) => c.notNull())
    .addColumn("version", "text", (c) => c.notNull())
    .addColumn("schedule", "text")
    .addColumn("timezone", "text")
    .addColumn("catch_up", "text", (c) => c.notNull())
    .addColumn("timeout_seconds", "integer", (c) => c.notNull())
    .addColumn("config", "text", (c) => c.notNull())
    .addColumn("desired", "text", (c) => c.notNull())
    .addColumn("status", "text", (c) => c.notNull())
    .addColumn("reason", "text")
    .addColumn("detail", "text")
    .addColumn("revision", "integer", (c) => c.notNull())
    .addColumn("running_revision", "integer")
    .addColumn("generation", "integer", (c) => c.notNull())
    .addColumn("restarts", "integer", (c) => c.notNull())
    .addColumn("backoff", "text")
    .addColumn("created_at", "text", (c) => c.notNull())
    .addColumn("updated_at", "text", (c) => c.notNull())
    .addColumn("started_at", "text")
    .addColumn("settled_until", "text")
    .addColumn("next_tick_at", "text")
    .addColumn("deleted_at", "text")
    .addForeignKeyConstraint(
      "bots_version_fk",
      ["owner_id", "custom_bot", "version"],
      "custom_bot_versions",
      ["owner_id", "name", "version"],
    )
    .execute();
  await schema
    .createIndex("bots_name_per_owner")
    .unique()
    .on("bots")
    .columns(["owner_id", "name"])
    .where(sql.ref("desired"), "!=", "deleted")
    .execute();
  await schema.createIndex("bots_by_owner").on("bots").columns(["owner_id", "id"]).execute();

  await schema
    .createTable("bot_revisions")
    .addColumn("bot_id", "text", (c) => c.notNull().references("bots.id").onDelete("cascade"))
    .addColumn("revision", "integer", (c) => c.notNull())
    .addColumn("body", "text", (c) => c.notNull())
    .addColumn("key_id", "text")
    .addColumn("created_at", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("bot_revisions_pk", ["bot_id", "revision"])
    .execute();

  await schema
    .createTable("runs")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("bot_id", "text", (c) => c.notNull().references("bots.id").onDelete("cascade"))
    .addColumn("tick", "text")
    .addColumn("scheduled_at", "text", (c) => c.notNull())
    .addColumn("status", "text", (c) => c.notNull())
    .addColumn("detail", "text")
    .addColumn("version", "text", (c) => c.notNull())
    .addColumn("revision", "integer", (c) => c.notNull())
    .addColumn("queued_at", "text", (c) => c.notNull())
    .addColumn("started_at", "text")
    .addColumn("finished_at", "text")
    .addColumn("exit_code", "integer")
    .addColumn("signal", "text")
    .addColumn("result", "text")
    .addColumn("log_from", "bigint")
    .addColumn("log_to", "bigint")
    .addUniqueConstraint("runs_tick_once", ["bot_id", "tick"])
    .execute();
  await schema.createIndex("runs_by_bot").on("runs").columns(["bot_id", "id"]).execute();
  await schema.createIndex("runs_by_status").on("runs").columns(["bot_id", "status", "id"]).execute();

  await schema
    .createTable("launches")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("bot_id", "text", (c) => c.notNull().references("bots.id").onDelete("cascade"))
    .addColumn("run_id", "text")
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("generation", "integer", (c) => c.notNull())
    .addColumn("revision", "integer", (c) => c.notNull())
    .addColumn("dir", "text", (c) => c.notNull())
    .addColumn("record", "text", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("port", "integer")
    .addColumn("created_at", "text", (c) => c.notNull())
    .addColumn("ended_at", "text")
    .addColumn("stdout_offset", "bigint", (c) => c.notNull().defaultTo(0))
    .addColumn("stderr_offset", "bigint", (c) => c.notNull().defaultTo(0))
    .execute();
  await schema.createIndex("launches_by_bot").on("launches").columns(["bot_id", "state"]).execute();
  await schema.createIndex("launches_by_state").on("launches").column("state").execute();

  await schema
    .createTable("log_lines")
    .addColumn("bot_id", "text", (c) => c.notNull())
    .addColumn("seq", "bigint", (c) => c.notNull())
    .addColumn("run_id", "text")
    .addColumn("stream", "text", (c) => c.notNull())
    .addColumn("level", "text", (c) => c.notNull())
    .addColumn("time", "text", (c) => c.notNull())
    .addColumn("ingested_at", "text", (c) => c.notNull())
    .addColumn("message", "text", (c) => c.notNull())
    .addColumn("fields", "text")
    .addColumn("truncated", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("dropped_before", "integer", (c) => c.notNull().defaultTo(0))
    .addPrimaryKeyConstraint("log_lines_pk", ["bot_id", "seq"])
    .execute();
  await schema.createIndex("log_lines_by_time").on("log_lines").columns(["bot_id", "time"]).execute();

  await schema
    .createTable("metrics")
    .addColumn("bot_id", "text", (c) => c.notNull())
    .addColumn("seq", "bigint", (c) => c.notNull())
    .addColumn("run_id", "text")
    .addColumn("type", "text", (c) => c.notNull())
    .addColumn("time", "text", (c) => c.notNull())
    .addColumn("data", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("metrics_pk", ["bot_id", "seq"])
    .execute();
  await schema.createIndex("metrics_by_type").on("metrics").columns(["bot_id", "type", "time"]).execute();

  await schema
    .createTable("status_events")
    .addColumn("bot_id", "text", (c) => c.notNull())
    .addColumn("seq", "bigint", (c) => c.notNull())
    .addColumn("time", "text", (c) => c.notNull())
    .addColumn("status", "text", (c) => c.notNull())
    .addColumn("reason", "text")
    .addColumn("detail", "text")
    .addPrimaryKeyConstraint("status_events_pk", ["bot_id", "seq"])
    .execute();

  await schema
    .createTable("sequences")
    .addColumn("bot_id", "text", (c) => c.primaryKey())
    .addColumn("logs", "bigint", (c) => c.notNull().defaultTo(0))
    .addColumn("metrics", "bigint", (c) => c.notNull().defaultTo(0))
    .addColumn("status", "bigint", (c) => c.notNull().defaultTo(0))
    .execute();

  await schema
    .createTable("idempotent_answers")
    .addColumn("owner_id", "text", (c) => c.notNull())
    .addColumn("key", "text", (c) => c.notNull())
    .addColumn("method", "text", (c) => c.notNull())
    .addColumn("path", "text", (c) => c.notNull())
    .addColumn("request_hash", "text", (c) => c.notNull())
    .addColumn("status", "integer")
    .addColumn("headers", "text")
    .addColumn("body", "text")
    .addColumn("created_at", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("idempotent_answers_pk", ["owner_id", "key"])
    .execute();
}
