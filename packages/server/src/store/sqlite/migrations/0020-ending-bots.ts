import { type Kysely, sql } from "kysely";

/** Adds an index of the realtime bots that should not run and may still have a process, which count for the quotas. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index bots_ending on bots (owner_id)
    where model = 'realtime' and desired <> 'running' and status <> 'stopped'`.execute(db);
}
