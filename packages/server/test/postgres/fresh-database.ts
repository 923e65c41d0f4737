import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { databaseOf } from "../../../repo/src/drive/test-database.ts";

/** A database of its own. */
export async function freshDatabase(): Promise<{ url: string; drop(): void }> {
  const dir = mkdtempSync(join(tmpdir(), "botyard-database-"));
  const url = await databaseOf(dir);
  if (url === undefined) throw new Error("These tests are for PostgreSQL.");
  return { url, drop: () => rmSync(dir, { recursive: true }) };
}
