import type { Kysely } from "kysely";
import type { Tables } from "./schema.ts";

/** Whether a platform has been started with the store: its first start makes a user. */
export const holdsRecords = async (db: Kysely<Tables>): Promise<boolean> =>
  (await db.selectFrom("users").select("id").limit(1).executeTakeFirst()) !== undefined;

/** Whether the store has one of the bots. */
export async function knowsAny(db: Kysely<Tables>, botIds: readonly string[]): Promise<boolean> {
  for (let at = 0; at < botIds.length; at += 500) {
    const some = botIds.slice(at, at + 500);
    const known = await db
      .selectFrom("bots")
      .select("id")
      .where("id", "in", some)
      .limit(1)
      .executeTakeFirst();
    if (known) return true;
  }
  return false;
}
