import { type Kysely, sql } from "kysely";

/** The address of a query server, of which only the port was stored, is now part of its executor's record. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update launches set record = json_set(record, '$.address', json_object('host', '127.0.0.1', 'port', port))
    where port is not null
  `.execute(db);
  await db.schema.alterTable("launches").dropColumn("port").execute();
}
