import type { MetricRecord } from "@botyard/client/browser";
import { csvLine } from "../../lib/csv.ts";
import { download } from "../../lib/download.ts";

/** Saves metrics as a table with a column for every field. */
export function saveCsv(botName: string, records: readonly MetricRecord[]): void {
  const fields = [...new Set(records.flatMap(({ data }) => Object.keys(data)))];
  const lines = records
    .toSorted((a, b) => a.seq - b.seq)
    .map(({ seq, time, type, data }) => csvLine([seq, time, type, ...fields.map((field) => data[field])]));
  download(`${botName}-metrics.csv`, "text/csv", [csvLine(["seq", "time", "type", ...fields]), ...lines]);
}
