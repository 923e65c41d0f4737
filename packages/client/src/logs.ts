import { part } from "./pages.ts";
import type { Transport } from "./transport.ts";
import type { Level, LogPage, LogSummary } from "./types.ts";

/** Which lines; the newest `limit` of them, in the order of time. */
export interface LogFilter {
  after?: number;
  before?: number;
  from?: string;
  to?: string;
  date?: string;
  date_range?: string;
  /** The lowest level. */
  level?: Level;
  stream?: string;
  /** Text in the message. */
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
