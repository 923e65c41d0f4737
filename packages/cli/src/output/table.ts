import stringWidth from "fast-string-width";
import { cleanLine } from "./clean.ts";

/** A cell: its text, and how it is painted on a terminal. */
export type Cell = string | { text: string; paint: (text: string) => string };

export interface TableOptions {
  /** Columns of the terminal; absent for a pipe: tab-separated, no header, nothing cut. */
  width?: number | undefined;
  header?: (text: string) => string;
}

const gap = 2;
/** Fewer characters of a name or an id tell nothing. */
const narrowest = 8;

/** Rows for people on a terminal, for programs in a pipe. Ends with a line feed unless there are no rows. */
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

/** Takes room from the widest column until the rows fit; false when they can not without becoming unreadable. */
function fit(widths: number[], terminal: number): boolean {
  const total = () => widths.reduce((sum, width) => sum + width, gap * (widths.length - 1));
  while (total() > terminal) {
    const widest = widths.indexOf(Math.max(...widths));
    if (widths[widest]! <= narrowest) return false;
    widths[widest]! -= 1;
  }
  return true;
}

/** Where columns have no room, each row is a paragraph of its own. */
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

/** The beginning of a text that takes at most `width` columns; a letter that takes two is not halved. */
function cut(text: string, width: number): string {
  let kept = "";
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (stringWidth(kept + segment) > width) break;
    kept += segment;
  }
  return kept;
}

/** `name: value` lines for one thing; values that are absent are left out. */
export function facts(
  pairs: readonly (readonly [string, string | undefined])[],
  paint: (text: string) => string = String,
): string {
  const shown = pairs.filter((pair): pair is readonly [string, string] => pair[1] !== undefined);
  const width = Math.max(...shown.map(([name]) => name.length)) + 1;
  return shown.map(([name, value]) => `${paint(`${name}:`.padEnd(width))} ${cleanLine(value)}\n`).join("");
}
