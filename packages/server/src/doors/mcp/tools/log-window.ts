import { type TimeWindow, timeWindow } from "../../../operations/time-window.ts";

interface Asked {
  bot_id: string;
  date?: string;
  date_range?: string;
  limit: number;
}

const mostLines = 1000;
const dayMs = 24 * 60 * 60 * 1000;

/** @throws {PlatformError} `invalid_parameter` */
export function timesOf(days: { date?: string; date_range?: string }, now: Date): TimeWindow {
  return timeWindow(days, now, false)!;
}

/** Names the next call that returns older lines than the ones shown. */
export function olderLines(
  { bot_id, limit, ...days }: Asked,
  { from }: TimeWindow,
  oldest: { seq: number; time: string },
  full: boolean,
): string {
  const begin = `Older lines than ${oldest.time} exist.`;
  if (!full && limit < mostLines)
    return `${begin} Call logs_get with ${JSON.stringify({ bot_id, ...days, limit: mostLines })}.`;
  const rest = `GET /api/v1/bots/${bot_id}/logs?before=${oldest.seq} reads on.`;
  const date = new Date(Date.parse(`${oldest.time.slice(0, 10)}T00:00:00.000Z`) - dayMs)
    .toISOString()
    .slice(0, 10);
  if (date < from.slice(0, 10)) return `${begin} They are too many for this tool: ${rest}`;
  return `${begin} For the day before, call logs_get with ${JSON.stringify({ bot_id, date, limit: mostLines })}. ${rest}`;
}
