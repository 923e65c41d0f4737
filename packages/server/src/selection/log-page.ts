import type { LogRecord } from "../model/model.ts";
import type { LogMatch } from "./log-match.ts";
import type { Page } from "./page.ts";

export interface LogFilter extends LogMatch {
  /** Only lines with a higher sequence number, oldest first. */
  after?: number;
  /** Only lines with a lower sequence number. */
  before?: number;
  /** Only lines that are earlier by time, and by sequence number among lines of one time; the latest by time. */
  earlierThan?: { time: string; seq: number };
  limit: number;
  /** Size of the text at which the page ends (default: no limit). */
  bytes?: number;
}

export interface LogPage {
  /** In order of their sequence numbers. */
  items: LogRecord[];
  /** Fields of the filter that selects the next page; absent if there are no more lines. There may be none after it. */
  next?: Pick<LogFilter, "after" | "before" | "earlierThan">;
}

export type LogOrder = "forwardsBySeq" | "backwardsBySeq" | "backwardsByTime";

/** Returns the order in which the lines are read until the page is full. */
export function logOrder({ after, before, earlierThan, run_id, from, to }: LogFilter): LogOrder {
  if (earlierThan !== undefined) return "backwardsByTime";
  if (after !== undefined && before === undefined) return "forwardsBySeq";
  const isPlaced = before !== undefined || run_id !== undefined;
  return !isPlaced && (from !== undefined || to !== undefined) ? "backwardsByTime" : "backwardsBySeq";
}

/** Makes the page of the lines that were read in an order. */
export function logPage({ items: read, isFull }: Page<LogRecord>, order: LogOrder): LogPage {
  const items = read.toSorted((a, b) => a.seq - b.seq);
  const last = read.at(-1);
  if (!isFull || !last) return { items };
  const { seq, time } = last;
  const next = {
    forwardsBySeq: { after: seq },
    backwardsBySeq: { before: seq },
    backwardsByTime: { earlierThan: { time, seq } },
  };
  return { items, next: next[order] };
}
