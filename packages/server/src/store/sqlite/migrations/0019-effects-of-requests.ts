import { type Kysely, sql } from "kysely";

/** A request with an Idempotency-Key is stored with its effect, or with its answer if it had none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("idempotent_answers").renameTo("idempotent_requests").execute();
  await db.schema.alterTable("idempotent_requests").addColumn("effect", "text").execute();
  await sql`delete from idempotent_requests where status is null`.execute(db);
}
