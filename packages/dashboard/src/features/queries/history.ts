import { signal } from "@preact/signals";

/** A query that was asked, and what came back. */
export interface Asked {
  number: number;
  at: number;
  path: string;
  params: string;
  status: number;
  content: Uint8Array<ArrayBuffer>;
  milliseconds: number;
}

const mostKept = 20;
const mostBytes = 8 * 1024 * 1024;

/** What was asked since the page was opened, by bot, newest first. Gone with the page: answers may be confidential. */
const visits = signal<Record<string, Asked[]>>({});
let count = 0;

export const historyOf = (botId: string): Asked[] => visits.value[botId] ?? [];

export function remember(botId: string, asked: Omit<Asked, "number" | "at">): Asked {
  count += 1;
  const newest: Asked = { ...asked, number: count, at: Date.now() };
  let room = mostBytes;
  const kept = [newest, ...historyOf(botId)].slice(0, mostKept).filter(({ content }, index) => {
    room -= content.length;
    return index === 0 || room >= 0;
  });
  visits.value = { ...visits.value, [botId]: kept };
  return newest;
}
