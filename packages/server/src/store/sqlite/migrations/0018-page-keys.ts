import type { Kysely } from "kysely";

/** A session has a second secret. Sessions of before have none, so they end: their users sign in again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await db.deleteFrom("sessions" as never).execute();
  await schema
    .alterTable("sessions")
    .addColumn("page_key_hash", "text", (c) => c.notNull())
    .execute();
}
