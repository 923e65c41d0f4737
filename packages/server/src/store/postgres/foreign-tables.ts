import type pg from "pg";
import { copiedTables } from "../copy/tables.ts";
import { StoreUnusableError } from "../unusable.ts";
import { besideOwnership } from "./ownership-tables.ts";
import { creatingOwn } from "./refusals.ts";

/** Tables that a start makes before its migration is committed. */
const earlyTables = [...besideOwnership, "kysely_migration"];

/** Returns the tables of another application that the platform would need for itself. Changes nothing. */
export async function foreignTables(client: pg.Client): Promise<string[]> {
  // A start that ended early may have left those, and nothing else.
  const { rows } = await client.query<{ name: string }>(
    `with here as (select tablename::text as name from pg_tables where schemaname = current_schema())
      select name from here
      where name = any ($1) and not exists (select 1 from here where name = 'written_by')
        and (not name = any ($2) or not exists (select 1 from here where name = 'ownership'))
      order by name`,
    [[...earlyTables, ...copiedTables.map(({ table }) => table)], earlyTables],
  );
  return rows.map(({ name }) => name);
}

/** @throws {StoreUnusableError} if a database has tables of another application */
export async function requireNoForeign(client: pg.Client, database: string, user: string): Promise<void> {
  const tables = await foreignTables(client);
  if (tables.length === 0) return;
  throw new StoreUnusableError(
    `The database ${database} has tables of another application (${tables.join(", ")}). Create one for the platform: ${creatingOwn(user, database)}`,
  );
}
