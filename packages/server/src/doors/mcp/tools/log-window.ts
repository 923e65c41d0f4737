import { type TimeWindow, timeWindow } from "../../../operations/time-window.ts";

interface Asked {
  bot_id: string;
  date?: string;
  date_range?: string;
  limit: number;
}

const mostLines = 1000;

/** @throws {PlatformError} `invalid_parameter` */
export function timesOf(days: { date?: string; date_range?: string }, now: Date): TimeWindow {
  return timeWindow(days, now, false)!;
}

/**
 * Names the next call, which returns older lines than the ones shown. The number of the oldest ends its range, because
 * lines may share a millisecond.
 */
export function olderLines(
  { bot_id, limit, ...days }: Asked,
  { from }: TimeWindow,
  oldest: { seq: number; time: string },
  full: boolean,
): string {
  const date_range = `${from}..${oldest.time}~${oldest.seq}`;
  const next = `Older lines exist. Call logs_get with ${JSON.stringify({ bot_id, date_range, limit })}.`;
  if (full || limit >= mostLines)
    return `${next} By REST: GET /api/v1/bots/${bot_id}/logs?before=${oldest.seq}.`;
  return `${next} More lines at once: Call logs_get with ${JSON.stringify({ bot_id, ...days, limit: mostLines })}.`;
}
