import type { MetricRecord } from "@botyard/client";
import type { Context } from "../context.ts";
import { clean } from "../output/clean.ts";
import { select } from "../output/select.ts";

type Pages = () => AsyncIterable<MetricRecord[]>;

/** Prints metrics as text, or as a document in which only the fields of the metrics are selected. */
export function printMetrics(
  { globals: { json }, stdout }: Context,
  { items, ...more }: { items: MetricRecord[]; downsampled?: boolean; total?: number },
  text: () => string,
): void {
  if (!json) stdout.write(text());
  else
    stdout.write(`${JSON.stringify({ items: items.map((item) => select(item, json)), ...more }, null, 2)}\n`);
}

/** Prints a whole series: text page by page, JSON as one document. */
export async function printAll(
  context: Context,
  pages: Pages,
  line: (record: MetricRecord) => string,
): Promise<void> {
  const items: MetricRecord[] = [];
  let total = 0;
  for await (const page of pages()) {
    total += page.length;
    if (context.globals.json) items.push(...page);
    else context.stdout.write(page.map(line).join(""));
  }
  if (context.globals.json) printMetrics(context, { items, downsampled: false, total }, () => "");
  else if (total === 0) context.note("No metrics found.");
}

const firstColumns = ["seq", "time", "type", "run_id"];

/**
 * Prints a whole series as CSV (RFC 4180). It is read twice, because the header names the fields of all metrics; what
 * comes in between is left out.
 */
export async function printCsv({ stdout, note }: Context, pages: Pages): Promise<void> {
  const fields = new Set<string>();
  let last = 0;
  for await (const page of pages()) {
    for (const { seq, data } of page) {
      last = seq;
      for (const name of Object.keys(data)) fields.add(name);
    }
  }
  const put = (cells: string[]) => cells.map((text) => cell(stdout.isTTY ? clean(text) : text)).join(",");
  stdout.write(`${put([...firstColumns, ...[...fields].map((name) => `data.${name}`)])}\n`);
  for await (const page of pages()) {
    const rows = page.filter(({ seq }) => seq <= last);
    const texts = rows.map(({ seq, time, type, run_id = "", data }) =>
      put([String(seq), time, type, run_id, ...[...fields].map((name) => valueText(data, name))]),
    );
    if (texts.length > 0) stdout.write(`${texts.join("\n")}\n`);
    if (rows.length < page.length) break;
  }
  if (last === 0) note("No metrics found.");
}

/** Formats strings as they are and other values as JSON, with all digits of numbers. */
function valueText(data: Record<string, unknown>, name: string): string {
  if (!Object.hasOwn(data, name)) return "";
  const value = data[name];
  return typeof value === "string" ? value : JSON.stringify(value);
}

function cell(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
