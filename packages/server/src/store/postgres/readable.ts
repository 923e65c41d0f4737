import { type Kysely, sql } from "kysely";
import type { Page, Readable, Row, Value } from "../copy/ends.ts";
import type { Tables } from "../sql/schema.ts";

/** Reads tables page by page. */
export function readableOf(db: Kysely<Tables>): Readable {
  return {
    async columnsOf(table) {
      const { rows } = await sql<{ name: string }>`
        select attname::text as name from pg_attribute
        where attrelid = to_regclass(${table}) and attnum > 0 and not attisdropped`.execute(db);
      return rows.map(({ name }) => name);
    },
    async read({ table, after, limit }: Page) {
      const key = sql.join(table.key.map((column) => sql.ref(column)));
      const where = after === undefined ? sql`` : sql`where (${key}) > (${sql.join([...after])})`;
      const { rows } = await sql<Record<string, Value>>`
        select ${sql.join(table.columns.map((column) => sql.ref(column)))} from ${sql.table(table.table)}
        ${where} order by ${key} limit ${limit}`.execute(db);
      return rows.map((row): Row => table.columns.map((column) => row[column]!));
    },
  };
}
