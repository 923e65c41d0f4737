import { type MetricRecord, metricCsv } from "@botyard/client/browser";
import { platformNow } from "../../../lib/clock.ts";
import { withoutFormula } from "../../../lib/csv.ts";
import { download } from "../../../lib/download.ts";
import { bounds, type TimeRange } from "../../../lib/time-range.ts";
import { exactly, platform } from "../../../platform/client.ts";

/** What is saved: the metrics of one type, or of all. */
export interface Choice {
  botId: string;
  type: string | undefined;
  range: TimeRange;
}

const filterOf = ({ type, range }: Choice) => ({
  ...bounds(range, platformNow() / 1000),
  ...(type !== undefined && { type }),
});

/** Counts the rows of a choice. */
export async function countRows(choice: Choice, signal: AbortSignal): Promise<number> {
  const { metrics } = platform.until(signal);
  return (await metrics.list(choice.botId, { ...filterOf(choice), max_points: 1 })).total;
}

const sampled = 100;

/** Estimates the size of a row in bytes from some of the metrics. */
export async function rowBytes(records: readonly MetricRecord[]): Promise<number> {
  const sample = records.slice(-sampled).toSorted((a, b) => a.seq - b.seq);
  let bytes = 0;
  for await (const { text, rows } of metricCsv(async function* () {
    yield sample;
  }))
    if (rows > 0) bytes += new Blob([text]).size;
  return bytes / Math.max(1, sample.length);
}

/** Saves every metric of a choice as a table. The texts of its parts are left to the browser, which can put them on disk. */
export async function saveCsv(
  name: string,
  choice: Choice,
  onProgress: (rowsRead: number) => void,
  signal: AbortSignal,
): Promise<number> {
  const filter = filterOf(choice);
  let [read, rows] = [0, 0];
  const pages = async function* () {
    for await (const page of exactly(signal).metrics.pages(choice.botId, filter)) {
      read += page.length;
      onProgress(read);
      yield page;
    }
  };
  const parts: Blob[] = [];
  for await (const part of metricCsv(pages, { lineEnd: "\r\n", text: withoutFormula })) {
    parts.push(new Blob([part.text]));
    rows += part.rows;
  }
  download(name, "text/csv", parts);
  return rows;
}
