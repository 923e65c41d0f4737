import { renameSync, rmSync } from "node:fs";
import Sqlite from "better-sqlite3";
import { Kysely, SqliteDialect } from "kysely";
import { migratorOf } from "../../src/store/sqlite/migrations/index.ts";

/**
 * Makes a database, which nothing has open, one of an earlier platform with the same rows.
 * @param migration the newest one that this platform knew
 */
export async function makeOlder(file: string, migration: string): Promise<void> {
  const older = `${file}.older`;
  const database = new Sqlite(older);
  const db = new Kysely<never>({ dialect: new SqliteDialect({ database }) });
  const { error } = await migratorOf(db).migrateTo(migration);
  if (error) throw error;
  database.prepare("attach ? as newer").run(file);
  const tables = database
    .prepare(
      "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' and name not like 'kysely_%'",
    )
    .all() as { name: string }[];
  database.pragma("foreign_keys = off");
  for (const { name } of tables) {
    const columns = (schema: string) =>
      (database.pragma(`${schema}.table_info(${name})`) as { name: string }[]).map(
        (column) => `"${column.name}"`,
      );
    const known = columns("newer");
    const common = columns("main")
      .filter((column) => known.includes(column))
      .join(", ");
    if (common !== "")
      database.exec(`insert into main."${name}" (${common}) select ${common} from newer."${name}"`);
  }
  await db.destroy();
  for (const suffix of ["", "-wal", "-shm"]) rmSync(`${file}${suffix}`, { force: true });
  renameSync(older, file);
}
