import type { Events } from "./api/list-events.ts";

/** Puts the newest page in front of what is shown. If it does not reach it, the older ones are left out: no gap stays hidden. */
export function withNewest(old: Events, newest: Events): Events {
  const last = newest.items.at(-1)?.seq ?? 0;
  const first = old.items[0]?.seq;
  if (first === undefined || (last > first && newest.next !== undefined)) return newest;
  const older = old.items.filter(({ seq }) => seq < last);
  return older.length === 0 ? newest : { items: [...newest.items, ...older], next: old.next };
}

const aroundMs = 60_000;

/** The parameters of the log for the minute before and after a moment. */
export function aroundInLog(time: string): string {
  const iso = (shift: number) => new Date(Date.parse(time) + shift).toISOString();
  return new URLSearchParams({ from: iso(-aroundMs), to: iso(aroundMs) }).toString();
}
