import type Sqlite from "better-sqlite3";
import { type Incomplete, StoreIncompleteError } from "../unusable.ts";

/**
 * Checks that no copy into the database was begun and not completed.
 * @throws {StoreIncompleteError} if one was
 */
export function requireComplete(file: string, database: Sqlite.Database): void {
  const marker = markerIn(database);
  if (marker) throw new StoreIncompleteError(file, marker);
}

/** Returns the marker of an incomplete copy. */
export function markerIn(database: Sqlite.Database): Incomplete | undefined {
  const table = database.prepare("select name from sqlite_schema where name = 'incomplete_copy'").get();
  if (!table) return undefined;
  return database.prepare("select source, begun_at from incomplete_copy").get() as Incomplete | undefined;
}
