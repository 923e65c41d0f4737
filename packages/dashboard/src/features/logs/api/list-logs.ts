import type { LogRecord } from "@botyard/client/browser";
import { platform } from "../../../platform/client.ts";
import { filterOf, type LogView } from "../log-view.ts";

/** Greater than the number of any line. */
const newest = 999_999_999_999_999;
/** Lines that the platform sends at once. */
const pageLines = 500;

export interface Loaded {
  /** In order. */
  lines: LogRecord[];
  /** Whether there are more lines that match in the direction of reading. */
  isMore: boolean;
}

interface Before {
  before?: number | undefined;
  limit?: number;
  signal?: AbortSignal;
}

/** The newest lines that match, or those before a line. */
export async function linesBefore(
  botId: string,
  view: LogView,
  { before = newest, limit = pageLines, signal }: Before = {},
): Promise<Loaded> {
  // Without a place or a time, the platform answers with the last day only.
  const page = await platform
    .until(signal)
    .logs.list(botId, { ...filterOf(view, Date.now()), before, limit });
  return { lines: page.items, isMore: page.next_cursor !== undefined };
}

/** The oldest lines that match after a line. */
export async function linesAfter(
  botId: string,
  view: LogView,
  after: number,
  signal?: AbortSignal,
): Promise<Loaded> {
  const filter = { ...filterOf(view, Date.now()), after, limit: pageLines };
  const page = await platform.until(signal).logs.list(botId, filter);
  return { lines: page.items, isMore: page.next_cursor !== undefined };
}

/** The number of the newest line of a bot, whatever it says. */
export async function lastLogSeq(botId: string, signal?: AbortSignal): Promise<number> {
  const { lines } = await linesBefore(botId, {}, { limit: 1, ...(signal && { signal }) });
  return lines.at(-1)?.seq ?? 0;
}
