import { part } from "./pages.ts";
import type { Transport } from "./transport.ts";
import type { Level, LogPage, LogSummary } from "./types.ts";

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
  /** Text that the message contains. */
  q?: string;
  run_id?: string;
  limit?: number;
}

export const logCalls = (transport: Transport) => ({
  list: (botId: string, filter: LogFilter = {}) =>
    transport.json<LogPage>("GET", `/bots/${part(botId)}/logs`, { query: { ...filter } }),

  summary: (botId: string, days: { date?: string; date_range?: string } = {}) =>
    transport.json<LogSummary>("GET", `/bots/${part(botId)}/logs/summary`, { query: { ...days } }),
});
