import type { Kysely } from "kysely";

/** Where the sign-in of a device was begun, so that those of one client do not shut the others out. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ["source", "network"])
    await db.schema
      .alterTable("device_sign_ins")
      .addColumn(column, "text", (c) => c.notNull().defaultTo(""))
      .execute();
}
