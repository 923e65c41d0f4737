/** A statement whose rows are read in order of an index, from key to key. */
export interface Walk {
  /**
   * Selects the rows after a key, for example `where (time, seq) > (@time, @seq) order by time, seq`. The columns of the
   * key must be selected. There must be an index in this order: a statement that sorts would read all rows in each slice.
   */
  sql: string;
  /** The columns of the key; the parameters of the statement have the same names. */
  key: readonly string[];
  /** The first values of all parameters. */
  parameters: Readonly<Record<string, string | number>>;
}

/** Reads of any number of rows. They read what is committed, whatever transactions are open. */
export interface Walks {
  /**
   * Calls `visit` with each row until it returns false. The statement is run again from the last row until it returns no
   * rows, so it may also be one that returns only the next row. Other work runs in between, also changes to the rows.
   */
  walk<Row extends object>(walk: Walk, visit: (row: Row) => unknown): Promise<void>;
}
