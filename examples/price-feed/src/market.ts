import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The last price of one trading day. `date` is `YYYY-MM-DD`, `close` is in US dollars as traded that day. */
export type Close = { date: string; close: number };

/** All closes of the feed, in memory: a few thousand for each symbol, oldest first. */
export type Market = ReadonlyMap<string, readonly Close[]>;

/** Reads the files `<SYMBOL>.csv` of a folder. */
export function loadMarket(folder: string): Market {
  const files = readdirSync(folder).filter((name) => name.endsWith(".csv"));
  return new Map(files.sort().map((name) => [name.slice(0, -".csv".length), readCloses(join(folder, name))]));
}

function readCloses(file: string): Close[] {
  const [, ...rows] = readFileSync(file, "utf8").trimEnd().split("\n");
  return rows.map((row) => {
    const [date = "", close = ""] = row.split(",");
    return { date, close: Number(close) };
  });
}

/** Returns the newest `limit` closes up to and including `date`, oldest first. */
export function closesUpTo(closes: readonly Close[], date: string, limit: number): Close[] {
  const end = closes.findLastIndex((close) => close.date <= date) + 1;
  return closes.slice(Math.max(0, end - limit), end);
}

/** Returns every date on which at least one symbol traded, in order. */
export function tradingDays(market: Market): string[] {
  return [...new Set([...market.values()].flat().map((close) => close.date))].sort();
}
