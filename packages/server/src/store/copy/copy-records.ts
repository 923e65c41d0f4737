import { setImmediate } from "node:timers/promises";
import { copyBlobs } from "../../blobs/copy.ts";
import type { Readable, Row, Source, Table, Target } from "./ends.ts";
import { Sum } from "./sum.ts";
import { copiedTables } from "./tables.ts";

/** A table of the source, as it is in the target, too. */
export interface CopiedTable {
  table: string;
  rows: number;
  /** Of the values of all rows, computed from what was read from the source and again from the target. */
  checksum: string;
}

/** The target does not have the records of the source. */
export class CopyDiffersError extends Error {
  readonly code = "store_copy_differs";

  /** @param differences a sentence for each table, without full stops */
  constructor(differences: readonly string[]) {
    super(
      `The copy differs from its source: ${differences.join("; ")}. No platform uses the copy. Check the disks of both machines, and copy again with --again.`,
    );
    this.name = "CopyDiffersError";
  }
}

export interface Progress {
  /** Called when the rows of a table have been written. */
  onTable(copied: CopiedTable): void;
  signal: AbortSignal;
}

/** Bytes of a page, about. */
const pageBytes = 1024 * 1024;
const mostRows = 500;

/**
 * Copies all records and the contents of packages, page by page, and compares the records in the target with those that were
 * read. A content is compared with its name, which is its SHA-256, when it is stored.
 * @throws {CopyDiffersError} if they differ; the target stays incomplete
 * @throws {BlobDamagedError} if a content of the source is damaged; likewise
 */
export async function copyRecords(
  source: Source,
  target: Target,
  { onTable, signal }: Progress,
): Promise<CopiedTable[]> {
  const tables = await Promise.all(copiedTables.map((key) => sharedTable(key, source, target)));
  const copied: CopiedTable[] = [];
  for (const table of tables) {
    const sum = new Sum();
    for await (const rows of pagesOf(source, table, signal)) {
      for (const row of rows) sum.add(row);
      await target.write(table, rows);
    }
    const one = { table: table.table, rows: sum.rows, checksum: sum.checksum };
    copied.push(one);
    onTable(one);
  }
  await copyBlobs(source.blobs, target.blobs, signal);
  await source.confirm();
  await target.complete(async (written) => {
    const found = new Map<string, Sum>();
    for (const table of tables) {
      const sum = new Sum();
      for await (const rows of pagesOf(written, table, signal)) for (const row of rows) sum.add(row);
      found.set(table.table, sum);
    }
    const differences = copied.flatMap(({ table, rows, checksum }) => {
      const there = found.get(table)!;
      if (there.rows === rows && there.checksum === checksum) return [];
      return [`${table} has ${rows} rows (${checksum}) and ${there.rows} (${there.checksum}) in the copy`];
    });
    if (differences.length > 0) throw new CopyDiffersError(differences);
  });
  return copied;
}

/** @throws {Error} if the stores do not have the same columns, which is a mistake in their migrations */
async function sharedTable(
  { table, key }: { table: string; key: readonly string[] },
  source: Readable,
  target: Readable,
): Promise<Table> {
  const [columns, others] = await Promise.all([source.columnsOf(table), target.columnsOf(table)]);
  const sorted = [...columns].sort();
  if (columns.length === 0 || sorted.join() !== [...others].sort().join())
    throw new Error(`The table ${table} has the columns ${sorted} in one store and ${others} in the other.`);
  return { table, key, columns: sorted };
}

/** Reads a table from key to key. Other work runs between two pages. */
async function* pagesOf(from: Readable, table: Table, signal: AbortSignal): AsyncGenerator<Row[]> {
  const places = table.key.map((column) => table.columns.indexOf(column));
  let after: Row | undefined;
  for (let limit = 100; ; ) {
    signal.throwIfAborted();
    const rows = await from.read({ table, after, limit });
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = places.map((place) => last[place]!);
    limit = Math.min(mostRows, Math.max(1, Math.floor(pageBytes / (bytesOf(rows) / rows.length))));
    await setImmediate();
  }
}

const bytesOf = (rows: readonly Row[]): number =>
  rows.reduce(
    (sum, row) =>
      sum + row.reduce<number>((all, value) => all + (typeof value === "string" ? value.length : 8), 0),
    0,
  );
