import type { Blobs } from "../../blobs/blobs.ts";
import type { Home } from "../home.ts";
import type { Key } from "./tables.ts";

/** A value as the platform reads it. SQLite gives whole numbers as `bigint`, so that none is rounded. */
export type Value = string | number | bigint | null;

/** The values of a row, in the order of the columns. */
export type Row = readonly Value[];

export interface Table extends Key {
  columns: readonly string[];
}

/** A page of a table. */
export interface Page {
  table: Table;
  /** The key of the last row of the page before; absent for the first one. */
  after?: Row | undefined;
  /** Rows at most. */
  limit: number;
}

export interface Readable {
  /** Returns the names of the columns of a table; none if there is no such table. */
  columnsOf(table: string): Promise<readonly string[]>;
  /** Returns rows in the order of the key. The order of texts may differ between two stores. */
  read(page: Page): Promise<Row[]>;
}

/** A store that is copied. It is only read. */
export interface Source extends Readable {
  /** The contents of packages. */
  readonly blobs: Blobs;
  /** The data folder that its bots belong to, if it is outside of data folders and knows. */
  readonly home?: Home | undefined;
  /** Checks that no other process can have changed it meanwhile. */
  confirm(): Promise<void>;
  close(): Promise<void>;
}

/** An empty store, marked as incomplete. No platform uses it until the copy is complete. */
export interface Target extends Readable {
  readonly blobs: Blobs;
  write(table: Table, rows: readonly Row[]): Promise<void>;
  /** Runs the last check, and removes the mark in the same transaction unless it throws. */
  complete(check: (written: Readable) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}
