import type Sqlite from "better-sqlite3";
import { Turns } from "../turns.ts";
import { prepared } from "./prepared.ts";

/** Maximum number of rows in one slice, which the time limit usually ends earlier. */
export const sliceRows = 2_000;

/** A statement whose rows are read in order of an index. */
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

/**
 * Reads of any number of rows, in slices of a few milliseconds. Other work runs between two slices, also changes to the
 * rows: each slice continues after the key of the last row. No statement stays open between two slices, because an open
 * one would keep the write-ahead log from being reused.
 */
export class LongReads {
  readonly #database: Sqlite.Database;
  readonly #turns: Turns;

  /** @param database a connection that is used for nothing else */
  constructor(database: Sqlite.Database, turns = new Turns()) {
    this.#database = database;
    this.#turns = turns;
  }

  /** Calls `slice` in turns until it returns false. It must return soon after `isOver` returns true. */
  async work(slice: (database: Sqlite.Database, isOver: () => boolean) => boolean): Promise<void> {
    const read = { usedMs: 0 };
    while (await this.#turns.take(read, (isOver) => slice(this.#database, isOver)));
  }

  /**
   * Calls `visit` with each row until it returns false. The statement is run again from the last row until it returns
   * no rows, so it may also be one that returns only the next row.
   */
  async walk<Row extends object>(
    { sql, key, parameters }: Walk,
    visit: (row: Row) => unknown,
  ): Promise<void> {
    const statement = prepared(this.#database, sql);
    const position: Record<string, unknown> = { ...parameters };
    /** Returns true if there may be more rows. */
    const slice = (isOver: () => boolean): boolean => {
      for (let rows = 0; ; ) {
        let last: Record<string, unknown> | undefined;
        for (const row of statement.iterate(position) as IterableIterator<Record<string, unknown>>) {
          if (visit(row as Row) === false) return false;
          last = row;
          if (++rows >= sliceRows || isOver()) break;
        }
        if (!last) return false;
        for (const column of key) position[column] = last[column];
        if (rows >= sliceRows || isOver()) return true;
      }
    };
    await this.work((_database, isOver) => slice(isOver));
  }
}
