import type Sqlite from "better-sqlite3";
import type { Walk, Walks } from "../sql/walk.ts";
import { Turns } from "../turns.ts";
import { prepared } from "./prepared.ts";

/** Maximum number of rows in one slice, which the time limit usually ends earlier. */
export const sliceRows = 2_000;

/**
 * Reads of any number of rows, in slices of a few milliseconds. Other work runs between two slices, also changes to the
 * rows: each slice continues after the key of the last row. No statement stays open between two slices, because an open
 * one would keep the write-ahead log from being reused.
 */
export class LongReads implements Walks {
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
