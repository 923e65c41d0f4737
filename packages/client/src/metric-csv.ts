import type { MetricRecord } from "./types.ts";

const firstColumns = ["seq", "time", "type", "run_id"];

interface CsvOptions {
  /** Between lines (default: a line feed). */
  lineEnd?: string;
  /** Makes texts harmless for their reader; numbers are written as they are. */
  text?(text: string): string;
}

/** Some lines of a table, and how many metrics they have. */
export interface CsvPart {
  text: string;
  rows: number;
}

/**
 * Writes all metrics as CSV (RFC 4180), page by page. The columns of the data are named `data.<field>`, so that none has
 * the name of another. The metrics are read twice, because the header names the fields of all; those that come in between
 * are left out.
 *
 * @param pages reads all metrics in order of `seq`
 */
export async function* metricCsv(
  pages: () => AsyncIterable<MetricRecord[]>,
  { lineEnd = "\n", text = (given) => given }: CsvOptions = {},
): AsyncGenerator<CsvPart, void> {
  const fields = new Set<string>();
  let last = 0;
  for await (const page of pages())
    for (const { seq, data } of page) {
      last = seq;
      for (const name of Object.keys(data)) fields.add(name);
    }
  const line = (cells: string[]) => `${cells.map(quoted).join(",")}${lineEnd}`;
  yield { text: line([...firstColumns, ...[...fields].map((name) => `data.${name}`)].map(text)), rows: 0 };
  for await (const page of pages()) {
    const rows = page.filter(({ seq }) => seq <= last);
    const lines = rows.map(({ seq, time, type, run_id = "", data }) =>
      line([
        String(seq),
        time,
        text(type),
        run_id,
        ...[...fields].map((name) => valueText(data, name, text)),
      ]),
    );
    yield { text: lines.join(""), rows: rows.length };
    if (rows.length < page.length) return;
  }
}

/** Formats strings as they are and other values as JSON, with all digits of numbers. */
function valueText(data: Record<string, unknown>, name: string, text: (given: string) => string): string {
  if (!Object.hasOwn(data, name)) return "";
  const value = data[name];
  return typeof value === "string" ? text(value) : text(JSON.stringify(value));
}

function quoted(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
