import type { Kysely } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import type { Tables } from "../../sql/schema.ts";
import * as tables from "./0001-tables.ts";

/** Run in order of their names. A released migration must not be changed. They only add to the tables of an earlier version. */
const migrations: Record<string, Migration> = {
  "0001-tables": tables,
};

export const migrationNames: readonly string[] = Object.keys(migrations);

/** Migrates the store to the newest schema, in one transaction, and notes which version did. */
export async function migrate(db: Kysely<Tables>, version: string): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
  const noted = await db.selectFrom("written_by").select("version").executeTakeFirst();
  if (noted?.version === version) return;
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom("written_by").execute();
    await trx.insertInto("written_by").values({ version }).execute();
  });
}
