import { type Kysely, sql } from "kysely";

/** Adds who ended a run before its process did; until then, only the sentence in `detail` said so. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("runs").addColumn("ended_by", "text").execute();
  await sql`update runs set ended_by = 'cancel'
    where status = 'canceled' or (status in ('queued', 'running') and detail = 'The run was canceled.')`.execute(
    db,
  );
  await sql`update runs set ended_by = 'time_limit'
    where status = 'timed_out'
      or (status = 'running' and detail like 'The run exceeded its time limit of %')`.execute(db);
}
