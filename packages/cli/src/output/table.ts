import stringWidth from "fast-string-width";
import { cleanLine } from "./clean.ts";

/** The text of a cell, and its colour on a terminal. */
export type Cell = string | { text: string; paint: (text: string) => string };

export interface TableOptions {
  /** Width of the terminal in columns. Absent for a pipe: tab-separated, no header, nothing truncated. */
  width?: number | undefined;
  header?: (text: string) => string;
}

const gap = 2;
/** Columns are not made narrower than this, because shorter names and ids are not recognisable. */
const narrowest = 8;

/**
 * Formats rows as a table on a terminal, or tab-separated for a pipe. Ends with a line feed unless there are no rows.
 */
export function table(
  columns: readonly string[],
  rows: readonly Cell[][],
  options: TableOptions = {},
): string {
  const cells = rows.map((row) => row.map((cell) => cleanLine(typeof cell === "string" ? cell : cell.text)));
  if (options.width === undefined) return cells.map((row) => `${row.join("\t")}\n`).join("");
  const widths = columns.map((name, index) =>
    Math.max(name.length, ...cells.map((row) => stringWidth(row[index] ?? ""))),
  );
  if (!fit(widths, options.width)) return blocks(columns, cells, options.header);
  const line = (texts: readonly string[], paint: (text: string, index: number) => string) =>
    texts
      .map((text, index) => paint(pad(text, widths[index]!, index === texts.length - 1), index))
      .join(" ".repeat(gap))
      .trimEnd();
  const lines = [line(columns, (text) => (options.header ?? String)(text))];
  for (const [at, row] of cells.entries()) {
    lines.push(
      line(row, (text, index) => {
        const cell = rows[at]![index]!;
        return typeof cell === "string" ? text : cell.paint(text);
      }),
    );
  }
  return `${lines.join("\n")}\n`;
}

/** Narrows the widest columns until the rows fit. Returns false if they would become unreadable. */
function fit(widths: number[], terminal: number): boolean {
  const total = () => widths.reduce((sum, width) => sum + width, gap * (widths.length - 1));
  while (total() > terminal) {
    const widest = widths.indexOf(Math.max(...widths));
    if (widths[widest]! <= narrowest) return false;
    widths[widest]! -= 1;
  }
  return true;
}

/** Formats each row as a paragraph, for terminals too narrow for columns. */
function blocks(
  columns: readonly string[],
  cells: readonly string[][],
  paint?: (text: string) => string,
): string {
  return cells
    .map((row) =>
      facts(
        columns.map((name, at) => [name, row[at] || undefined]),
        paint,
      ),
    )
    .join("\n");
}

function pad(text: string, width: number, last: boolean): string {
  const room = width - stringWidth(text);
  if (room < 0) return pad(`${cut(text, width - 1)}…`, width, last);
  return last ? text : text + " ".repeat(room);
}

/** Returns the beginning of a text, at most `width` columns wide. Characters of two columns are not split. */
function cut(text: string, width: number): string {
  let kept = "";
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (stringWidth(kept + segment) > width) break;
    kept += segment;
  }
  return kept;
}

/** Formats `name: value` lines; absent values are skipped. */
export function facts(
  pairs: readonly (readonly [string, string | undefined])[],
  paint: (text: string) => string = String,
): string {
  const shown = pairs.filter((pair): pair is readonly [string, string] => pair[1] !== undefined);
  const width = Math.max(...shown.map(([name]) => name.length)) + 1;
  return shown.map(([name, value]) => `${paint(`${name}:`.padEnd(width))} ${cleanLine(value)}\n`).join("");
}
