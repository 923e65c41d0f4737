/** A row without its empty columns: a column that may be null becomes an optional field. */
export type Present<Row> = { [Name in keyof Row as null extends Row[Name] ? never : Name]: Row[Name] } & {
  [Name in keyof Row as null extends Row[Name] ? Name : never]?: NonNullable<Row[Name]>;
};

/** Removes the columns that are null. The names of columns are the names of the documents' fields. */
export function present<Row extends object>(row: Row): Present<Row> {
  const found: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row)) if (value !== null) found[name] = value;
  return found as Present<Row>;
}
