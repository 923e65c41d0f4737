import type { Kysely } from "kysely";

/** Adds the labels of a bot. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  db.schema.alterTable("bots").addColumn("labels", "text").execute();
