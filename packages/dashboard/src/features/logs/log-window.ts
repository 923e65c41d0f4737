import type { LogRecord } from "@botyard/client/browser";

/** Lines kept in the page; others are loaded again when the reader goes back to them. */
export const keptAtMost = 10_000;

/** The lines in the page, out of all those that match. */
export interface Logs {
  /** In order. */
  lines: readonly LogRecord[];
  /** How many lines arrived since the view was opened, whether they are in the page or not. */
  arrived: number;
  /** How many of those are errors. */
  errors: number;
  /** How many lines the platform could not give any more. */
  missing: number;
  /** Whether there are older lines. */
  isMore: boolean;
  /** Whether the newest line is in the page; if not, new ones are counted only, and loaded when the reader comes there. */
  hasEnd: boolean;
}

/** Adds lines that have just been written. While the reader follows, the oldest make room; otherwise nothing moves. */
export function withNew(old: Logs, added: readonly LogRecord[], missing: number, follows: boolean): Logs {
  const isError = ({ level }: LogRecord) => level === "error" || level === "fatal";
  const counted = {
    ...old,
    arrived: old.arrived + added.length,
    errors: old.errors + added.filter(isError).length,
    missing: old.missing + missing,
  };
  if (!old.hasEnd || added.length === 0) return counted;
  if (old.lines.length + added.length <= keptAtMost) return { ...counted, lines: [...old.lines, ...added] };
  if (!follows) return { ...counted, hasEnd: false };
  const kept = [...old.lines, ...added].slice(-keptAtMost / 2);
  return { ...counted, lines: kept, isMore: true };
}

/** Adds older lines. Far from the end, the newest make room. */
export function withOlder(old: Logs, lines: readonly LogRecord[], isMore: boolean): Logs {
  const all = [...lines, ...old.lines];
  if (all.length <= keptAtMost) return { ...old, lines: all, isMore };
  return { ...old, lines: all.slice(0, keptAtMost), isMore, hasEnd: false };
}

/** Adds the lines that follow the last one in the page. */
export function withNewer(old: Logs, lines: readonly LogRecord[], hasEnd: boolean): Logs {
  const all = [...old.lines, ...lines];
  if (all.length <= keptAtMost) return { ...old, lines: all, hasEnd };
  return { ...old, lines: all.slice(-keptAtMost), isMore: true, hasEnd };
}
