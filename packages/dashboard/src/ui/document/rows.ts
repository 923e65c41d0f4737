import { type Exact, isExactObject, WrittenNumber } from "../../lib/exact-json.ts";

export type Cell = null | boolean | string | WrittenNumber | undefined;

export interface Rows {
  /** Where the list is in the document: the name of the only field that has a list, or nothing. */
  of: string | undefined;
  columns: string[];
  rows: Cell[][];
  /** Whether the document has nothing else. */
  isWhole: boolean;
}

const mostColumns = 12;

/**
 * Returns the list of a document as a table, if it is one by nature: a list of objects, or an object with one such list, whose
 * values are plain. Otherwise `undefined`.
 */
export function asRows(document: Exact): Rows | undefined {
  if (Array.isArray(document)) return tableOf(document, undefined, true);
  if (!isExactObject(document)) return undefined;
  const lists = Object.entries(document).filter(([, value]) => Array.isArray(value) && value.length > 0);
  const only = lists.length === 1 ? lists[0] : undefined;
  return only && tableOf(only[1] as Exact[], only[0], Object.keys(document).length === 1);
}

function tableOf(list: Exact[], of: string | undefined, isWhole: boolean): Rows | undefined {
  if (list.length === 0 || !list.every(isExactObject)) return undefined;
  const columns = [...new Set(list.flatMap((one) => Object.keys(one)))];
  if (columns.length === 0 || columns.length > mostColumns) return undefined;
  const isPlain = (value: Exact | undefined): value is Cell =>
    value === undefined || value === null || typeof value !== "object" || value instanceof WrittenNumber;
  const rows: Cell[][] = [];
  for (const one of list) {
    const cells = columns.map((name) => (Object.hasOwn(one, name) ? one[name] : undefined));
    if (!cells.every(isPlain)) return undefined;
    rows.push(cells);
  }
  return { of, columns, rows, isWhole };
}
