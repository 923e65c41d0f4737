import { type Kysely, sql } from "kysely";

/** Adds the start deadline of a bot, also to its earlier settings, and by how much a missed tick was late. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("bots")
    .addColumn("start_deadline_seconds", "integer", (c) => c.notNull().defaultTo(60))
    .execute();
  await sql`update bot_revisions set body = json_set(body, '$.start_deadline_seconds', 60)`.execute(db);
  await db.schema.alterTable("runs").addColumn("late_seconds", "integer").execute();
  await db.schema.alterTable("runs").addColumn("start_deadline_seconds", "integer").execute();
}
