import { type Kysely, sql } from "kysely";
import type { Tables } from "../sql/schema.ts";
import { type Incomplete, StoreIncompleteError } from "../unusable.ts";

/**
 * Checks that no copy into the database was begun and not completed.
 * @throws {StoreIncompleteError} if one was
 */
export async function requireComplete(db: Kysely<Tables>): Promise<void> {
  const marker = await markerIn(db);
  if (!marker) return;
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  throw new StoreIncompleteError(`the database ${rows[0]!.name}`, marker);
}

/** Returns the marker of an incomplete copy. */
export async function markerIn(db: Kysely<Tables>): Promise<Incomplete | undefined> {
  const { rows } = await sql<{ is: boolean }>`
    select to_regclass('incomplete_copy') is not null as is`.execute(db);
  if (!rows[0]!.is) return undefined;
  return (await sql<Incomplete>`select source, begun_at from incomplete_copy`.execute(db)).rows[0];
}
