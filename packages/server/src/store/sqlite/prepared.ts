import type Sqlite from "better-sqlite3";

const statements = new WeakMap<Sqlite.Database, Map<string, Sqlite.Statement>>();

/** Returns a statement that is prepared once for each database. Its text must be a constant: all are kept. */
export function prepared(database: Sqlite.Database, sql: string): Sqlite.Statement {
  const known = statements.get(database) ?? new Map<string, Sqlite.Statement>();
  statements.set(database, known);
  const statement = known.get(sql) ?? database.prepare(sql);
  known.set(sql, statement);
  return statement;
}
