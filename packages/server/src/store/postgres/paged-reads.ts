import type { Walk, Walks } from "../sql/walk.ts";

/** Rows of the first page, whose size is not known, and of the largest. Most readers need few. */
const [fewRows, mostRows] = [32, 1_000];
/** What a page has at most, about, in characters. */
const pageSize = 2_000_000;

export type Read = <Row extends object>(sql: string, values: readonly unknown[]) => Promise<Row[]>;

/** Reads of any number of rows, page by page. */
export class PagedReads implements Walks {
  readonly #read: Read;

  constructor(read: Read) {
    this.#read = read;
  }

  async walk<Row extends object>(
    { sql, key, parameters }: Walk,
    visit: (row: Row) => unknown,
  ): Promise<void> {
    const { text, names } = numbered(sql);
    const position: Record<string, unknown> = { ...parameters };
    const isOne = /\blimit \d+\s*$/.test(text);
    for (let limit = fewRows; ; ) {
      const statement = isOne ? text : `${text} limit ${limit}`;
      const rows = await this.#read<Row>(
        statement,
        names.map((name) => position[name]),
      );
      for (const row of rows) if (visit(row) === false) return;
      const last = rows.at(-1) as Record<string, unknown> | undefined;
      if (!last || (!isOne && rows.length < limit)) return;
      for (const column of key) position[column] = last[column];
      limit = Math.max(1, Math.min(mostRows, limit * 4, Math.floor(pageSize / largestOf(rows))));
    }
  }
}

/** Gives the parameters of a statement the numbers that PostgreSQL knows them by. */
export function numbered(sql: string): { text: string; names: string[] } {
  const names: string[] = [];
  const text = sql.replace(/@(\w+)/g, (_, name: string) => {
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  return { text, names };
}

/** The size of the largest row, in characters. */
function largestOf(rows: readonly object[]): number {
  const sizeOf = (row: object) =>
    Object.values(row).reduce<number>(
      (size, value) => size + (typeof value === "string" ? value.length : 8),
      0,
    );
  return rows.reduce((largest, row) => Math.max(largest, sizeOf(row)), 1);
}
