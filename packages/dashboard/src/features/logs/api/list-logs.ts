import type { LogPage, LogRecord } from "@botyard/client/browser";
import { platform } from "../../../platform/client.ts";
import type { LogView } from "../log-view.ts";

/** Greater than the number of any line. */
const newest = 999_999_999_999_999;
/** Lines that the platform sends at once. */
const pageLines = 500;

export interface Loaded {
  lines: LogRecord[];
  /** Whether there may be older lines that match. */
  isMore: boolean;
}

/** The newest lines that match, or those before a line, in order. */
export async function listLogs(botId: string, view: LogView, before?: number): Promise<Loaded> {
  const page: LogPage = await platform.logs.list(botId, {
    ...(view.level && { level: view.level }),
    ...(view.q && { q: view.q }),
    ...(view.run_id && { run_id: view.run_id }),
    // Without a place or a time, the platform answers with the last day only.
    before: before ?? newest,
    limit: pageLines,
  });
  return { lines: page.items, isMore: page.items.length === pageLines };
}

/** The number of the newest line of a bot, whatever it says. */
export async function lastLogSeq(botId: string): Promise<number> {
  const { items } = await platform.logs.list(botId, { before: newest, limit: 1 });
  return items.at(-1)?.seq ?? 0;
}

/** Calls `take` with every line that matches, oldest first, until it returns false. */
export async function everyLine(
  botId: string,
  view: LogView,
  take: (lines: LogRecord[]) => boolean,
): Promise<void> {
  for (let after = 0; ; ) {
    const { items } = await platform.logs.list(botId, {
      ...(view.level && { level: view.level }),
      ...(view.q && { q: view.q }),
      ...(view.run_id && { run_id: view.run_id }),
      after,
      limit: 1000,
    });
    if (items.length === 0 || !take(items)) return;
    after = items.at(-1)!.seq;
  }
}
