import type { Kysely } from "kysely";
import type { Tables } from "./schema.ts";

/** Whether a platform has been started with the store: its first start makes a user. */
export const holdsRecords = async (db: Kysely<Tables>): Promise<boolean> =>
  (await db.selectFrom("users").select("id").limit(1).executeTakeFirst()) !== undefined;
