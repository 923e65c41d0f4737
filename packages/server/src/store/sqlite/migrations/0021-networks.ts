import { type Kysely, sql } from "kysely";

/**
 * Adds the network of a bot, what of it is cut, and what bots have connected to. The bots that exist keep the network of
 * the host, also in their earlier settings.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("bots").addColumn("network", "text").execute();
  await sql`update bots set network = '"host"'`.execute(db);
  await sql`update bot_revisions set body = json_set(body, '$.network', 'host')`.execute(db);
  await db.schema
    .createTable("network_cuts")
    // Empty: those of all users.
    .addColumn("owner_id", "text", (c) => c.notNull())
    // Empty: all bots.
    .addColumn("bot_id", "text", (c) => c.notNull())
    // Empty: everything.
    .addColumn("host", "text", (c) => c.notNull())
    .addColumn("at", "text", (c) => c.notNull())
    // JSON of an Actor.
    .addColumn("actor", "text")
    .addPrimaryKeyConstraint("network_cuts_pk", ["owner_id", "bot_id", "host"])
    .execute();
  await db.schema
    .createTable("bot_connections")
    .addColumn("bot_id", "text", (c) => c.notNull())
    .addColumn("host", "text", (c) => c.notNull())
    .addColumn("port", "integer", (c) => c.notNull())
    // Empty: connections that were made.
    .addColumn("reason", "text", (c) => c.notNull())
    .addColumn("count", "integer", (c) => c.notNull())
    .addColumn("sent_bytes", "integer", (c) => c.notNull())
    .addColumn("received_bytes", "integer", (c) => c.notNull())
    .addColumn("last_at", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("bot_connections_pk", ["bot_id", "host", "port", "reason"])
    .execute();
}
