import type { LogRecord } from "../model.ts";
import type { LogFilter, LogPage } from "../store/index.ts";
import type { Page } from "./page.ts";

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
