import type { Bot } from "@botyard/client/browser";
import type { Overview } from "./api/list-overviews.ts";

export type Column = "name" | "status" | "signal" | "errors" | "next";
const columns: readonly string[] = ["name", "status", "signal", "errors", "next"];

/** Which bots are shown, and how; the address of the page holds it. */
export interface View {
  /** For admins: whose bots, or `all` (default: their own). */
  user: string | undefined;
  words: string;
  /** A status, or `attention` for those that fail. */
  status: string | undefined;
  customBot: string | undefined;
  sort: Column;
  isReversed: boolean;
  /** From 1. */
  page: number;
}

export function readView(search: URLSearchParams): View {
  const sort = search.get("sort") ?? "";
  const column = sort.replace(/^-/, "");
  return {
    user: search.get("user") ?? undefined,
    words: search.get("q") ?? "",
    status: search.get("status") ?? undefined,
    customBot: search.get("custom_bot") ?? undefined,
    sort: columns.includes(column) ? (column as Column) : "status",
    isReversed: sort.startsWith("-") && columns.includes(column),
    page: Math.max(1, Math.floor(Number(search.get("page"))) || 1),
  };
}

/** The `sort` of an address after a click on a column: the same column again turns the order. */
export function nextSort(view: View, column: Column): string | undefined {
  const isReversed = view.sort === column && !view.isReversed;
  return column === "status" && !isReversed ? undefined : `${isReversed ? "-" : ""}${column}`;
}

/** The order of attention. */
const order: Bot["status"][] = [
  "failed",
  "backing_off",
  "starting",
  "pending",
  "stopping",
  "running",
  "idle",
  "stopped",
];

export const isFailing = ({ status }: Bot): boolean => status === "failed" || status === "backing_off";

/** How many bots have each status, in the order of attention. */
export function counts(bots: Bot[]): [Bot["status"], number][] {
  return order
    .map((status): [Bot["status"], number] => [status, bots.filter((bot) => bot.status === status).length])
    .filter(([, count]) => count > 0);
}

/** The bots of a view, in its order. */
export function chosen(bots: Bot[], view: View, overviews: ReadonlyMap<string, Overview> | undefined): Bot[] {
  const wanted = view.words.toLowerCase().split(/\s+/).filter(Boolean);
  const found = bots.filter(
    (bot) =>
      (view.status === undefined || bot.status === view.status) &&
      (view.customBot === undefined || bot.custom_bot === view.customBot) &&
      wanted.every((word) =>
        `${bot.name} ${bot.type} ${bot.bot_id} ${bot.owner ?? ""}`.toLowerCase().includes(word),
      ),
  );
  const keys: Record<Column, (bot: Bot) => number> = {
    name: () => 0,
    status: ({ status }) => order.indexOf(status),
    signal: ({ bot_id }) => -Date.parse(overviews?.get(bot_id)?.last_signal?.time ?? "1970-01-01T00:00:00Z"),
    errors: ({ bot_id }) => -(overviews?.get(bot_id)?.errors_24h ?? -1),
    next: ({ next_tick_at }) => (next_tick_at ? Date.parse(next_tick_at) : Number.MAX_SAFE_INTEGER),
  };
  const key = keys[view.sort];
  const rank = new Map(found.map((bot) => [bot, key(bot)]));
  const sorted = found.sort((a, b) => rank.get(a)! - rank.get(b)! || byName.compare(a.name, b.name));
  return view.isReversed ? sorted.reverse() : sorted;
}

const byName = new Intl.Collator("en", { numeric: true });
