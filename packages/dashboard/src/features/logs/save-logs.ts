import type { LogRecord } from "@botyard/client/browser";
import { download } from "../../lib/download.ts";
import { linesBefore } from "./api/list-logs.ts";
import type { LogView } from "./log-view.ts";

/** Bounds of one file, which is made in the memory of the browser; the command line has no such limit. */
export const savedAtMost = { lines: 100_000, characters: 100_000_000 };

export interface Saved {
  lines: number;
  /** Whether older lines that match are not in the file. */
  isCut: boolean;
}

/** Saves the lines that match, oldest first, one JSON document a line; if they are too many, the newest ones. */
export async function saveLogs(
  botId: string,
  botName: string,
  view: LogView,
  onProgress: (lines: number) => void,
  signal: AbortSignal,
): Promise<Saved | undefined> {
  const pages: string[] = [];
  let lines = 0;
  let characters = 0;
  let before: number | undefined;
  let isMore = true;
  while (isMore && lines < savedAtMost.lines && characters < savedAtMost.characters) {
    const page = await linesBefore(botId, view, { before, limit: 1_000 });
    if (signal.aborted) return undefined;
    const text = page.lines.map((line: LogRecord) => `${JSON.stringify(line)}\n`).join("");
    pages.push(text);
    lines += page.lines.length;
    characters += text.length;
    before = page.lines[0]?.seq;
    isMore = page.isMore && before !== undefined;
    onProgress(lines);
  }
  download(`${botName}.log.jsonl`, "application/jsonl", pages.reverse());
  return { lines, isCut: isMore };
}
