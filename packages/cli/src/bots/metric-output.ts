import { type MetricRecord, metricCsv } from "@botyard/client";
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

/** Prints a whole series as CSV. */
export async function printCsv({ stdout, note }: Context, pages: Pages): Promise<void> {
  let total = 0;
  for await (const { text, rows } of metricCsv(pages, stdout.isTTY ? { text: clean } : {})) {
    total += rows;
    stdout.write(text);
  }
  if (total === 0) note("No metrics found.");
}
