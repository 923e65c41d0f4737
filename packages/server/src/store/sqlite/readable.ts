import type Sqlite from "better-sqlite3";
import type { Page, Readable, Row } from "../copy/ends.ts";
import { prepared } from "./prepared.ts";

/** Reads tables page by page. */
export function readableOf(database: Sqlite.Database): Readable {
  return {
    async columnsOf(table) {
      const rows = database.pragma(`table_info(${table})`) as { name: string }[];
      return rows.map(({ name }) => name);
    },
    async read({ table, after, limit }: Page) {
      const key = table.key.join(", ");
      const where = after === undefined ? "" : `where (${key}) > (${table.key.map(() => "?").join(", ")})`;
      const sql = `select ${table.columns.join(", ")} from ${table.table} ${where} order by ${key} limit ?`;
      // Numbers above 2^53 would be rounded.
      const statement = prepared(database, sql).raw().safeIntegers();
      return statement.all(...(after ?? []), limit) as Row[];
    },
  };
}
