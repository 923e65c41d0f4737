import { type Kysely, sql } from "kysely";

/** Adds roles and disabled users, browser sessions, sign-in links, sign-ins of devices, and totals of runs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .alterTable("users")
    .addColumn("role", "text", (c) => c.notNull().defaultTo("user"))
    .execute();
  await schema.alterTable("users").addColumn("disabled_at", "text").execute();
  // Until now, the first user was the only one with rights over others.
  await sql`update users set role = 'admin' where id = (select min(id) from users)`.execute(db);

  await schema
    .createTable("sessions")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("user_id", "text", (c) => c.notNull().references("users.id"))
    .addColumn("token_hash", "text", (c) => c.notNull().unique())
    .addColumn("key_id", "text")
    .addColumn("scopes", "text", (c) => c.notNull())
    .addColumn("created_at", "text", (c) => c.notNull())
    .addColumn("seen_at", "text", (c) => c.notNull())
    .addColumn("expires_at", "text", (c) => c.notNull())
    .execute();

  await schema
    .createTable("sign_in_links")
    .addColumn("hash", "text", (c) => c.primaryKey())
    .addColumn("user_id", "text", (c) => c.notNull().references("users.id"))
    .addColumn("expires_at", "text", (c) => c.notNull())
    .execute();

  await schema
    .createTable("device_sign_ins")
    .addColumn("device_hash", "text", (c) => c.primaryKey())
    .addColumn("user_code_hash", "text", (c) => c.notNull().unique())
    .addColumn("client", "text", (c) => c.notNull())
    .addColumn("scopes", "text", (c) => c.notNull())
    .addColumn("status", "text", (c) => c.notNull())
    .addColumn("user_id", "text", (c) => c.references("users.id"))
    .addColumn("created_at", "text", (c) => c.notNull())
    .addColumn("expires_at", "text", (c) => c.notNull())
    .addColumn("polled_at", "text")
    .addColumn("interval_seconds", "integer", (c) => c.notNull())
    .execute();

  await schema
    .createTable("run_totals")
    .addColumn("status", "text", (c) => c.primaryKey())
    .addColumn("count", "bigint", (c) => c.notNull())
    .execute();
  await sql`insert into run_totals (status, count)
    select status, count(*) from runs where status not in ('queued', 'running') group by status`.execute(db);
}
