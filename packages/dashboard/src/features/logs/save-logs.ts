import { download } from "../../lib/download.ts";
import { everyLine } from "./api/list-logs.ts";
import type { LogView } from "./log-view.ts";

/** Lines in one file; the command line has no such limit. */
const linesAtMost = 100_000;

/** Saves the lines that match, oldest first, one JSON document a line. */
export async function saveLogs(botId: string, botName: string, view: LogView): Promise<void> {
  const parts: string[] = [];
  await everyLine(botId, view, (lines) => {
    for (const line of lines) parts.push(`${JSON.stringify(line)}\n`);
    return parts.length < linesAtMost;
  });
  download(`${botName}.log.jsonl`, "application/jsonl", parts);
}
