import { part } from "./pages.ts";
import type { Transport } from "./transport.ts";
import type { Level, LogPage, LogRecord, LogSummary } from "./types.ts";

/** Maximum number of lines of a page. */
const pageSize = 1000;

/** Selects log lines: the newest `limit` that match, oldest first. With `after`, the oldest ones after that number. */
export interface LogFilter {
  after?: number;
  before?: number;
  from?: string;
  to?: string;
  date?: string;
  date_range?: string;
  /** Lowest level. */
  level?: Level;
  stream?: string;
  /** Text that the message or the fields contain. */
  q?: string;
  run_id?: string;
  limit?: number;
  /** `next_cursor` of the previous page; the other fields stay the same. */
  cursor?: string;
}

export const logCalls = (transport: Transport) => ({
  list: (botId: string, filter: LogFilter = {}) =>
    transport.json<LogPage>("GET", `/bots/${part(botId)}/logs`, { query: { ...filter } }),

  /** Returns the newest `count` lines that match, in order, from as many pages as needed. */
  newest: async (
    botId: string,
    count: number,
    filter: Omit<LogFilter, "after" | "limit" | "cursor"> = {},
  ): Promise<LogRecord[]> => {
    const lines: LogRecord[] = [];
    let cursor: string | undefined;
    do {
      const limit = Math.min(pageSize, count - lines.length);
      const query = { ...filter, limit, cursor };
      const page = await transport.json<LogPage>("GET", `/bots/${part(botId)}/logs`, { query });
      lines.push(...page.items);
      cursor = page.next_cursor;
    } while (cursor !== undefined && lines.length < count);
    return lines.sort((a, b) => a.seq - b.seq);
  },

  summary: (botId: string, days: { date?: string; date_range?: string } = {}) =>
    transport.json<LogSummary>("GET", `/bots/${part(botId)}/logs/summary`, { query: { ...days } }),
});
