import { type Pair, volumeDecimals } from "./pairs.ts";

/** Half of the distance between what a buyer pays and what a seller gets, as a share of the price. */
const halfSpread = 0.0001;

/** The waves of which prices consist: each rises and falls by `share` in `minutes`. */
const waves = [
  { minutes: 41 * 24 * 60, share: 0.12 },
  { minutes: 5.3 * 24 * 60, share: 0.05 },
  { minutes: 9.7 * 60, share: 0.02 },
  { minutes: 53, share: 0.006 },
  { minutes: 3.1, share: 0.002 },
];

/** Returns the price of a pair at a time in milliseconds. It depends on nothing else, so that every start has the same prices. */
export function priceAt({ centre, priceDecimals, name }: Pair, time: number): number {
  // So that pairs do not move alike.
  const ahead = name.length + name.charCodeAt(1);
  const exponent = waves
    .map(({ minutes, share }) => share * Math.sin((2 * Math.PI * (time / 60_000 + ahead)) / minutes))
    .reduce((sum, one) => sum + one);
  return round(centre * Math.exp(exponent), priceDecimals);
}

/** Returns what a buyer pays (`ask`) and what a seller gets (`bid`) at a time. */
export function quoteAt(pair: Pair, time: number): { ask: number; bid: number } {
  const price = priceAt(pair, time);
  return {
    ask: round(price * (1 + halfSpread), pair.priceDecimals),
    bid: round(price * (1 - halfSpread), pair.priceDecimals),
  };
}

export interface Candle {
  /** Time of its begin, in seconds. */
  begin: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
  /** Average price of what was traded. */
  average: number;
  trades: number;
}

/** How many prices of its time a candle looks at. */
const looks = 16;

/** Returns the candle of `minutes` that begins at `begin` (seconds) as it is at `now` (milliseconds). */
export function candleAt(pair: Pair, begin: number, minutes: number, now: number): Candle {
  const end = Math.min(now, (begin + minutes * 60) * 1000 - 1);
  const step = (end - begin * 1000) / (looks - 1);
  const prices = Array.from({ length: looks }, (_, at) => priceAt(pair, begin * 1000 + at * step));
  const [high, low] = [Math.max(...prices), Math.min(...prices)];
  const average = round(prices.reduce((sum, one) => sum + one) / looks, pair.priceDecimals);
  // More is traded when the price moves.
  const volume = round(minutes * (0.5 + (1000 * (high - low)) / average), volumeDecimals);
  return { begin, open: prices[0]!, high, low, close: prices.at(-1)!, volume, average, trades: 10 * minutes };
}

/** Returns the newest candles up to `now` (milliseconds), oldest first; the last one is not over yet. */
export function candles(pair: Pair, minutes: number, count: number, now: number): Candle[] {
  const seconds = minutes * 60;
  const last = Math.floor(now / 1000 / seconds) * seconds;
  return Array.from({ length: count }, (_, at) =>
    candleAt(pair, last - (count - 1 - at) * seconds, minutes, now),
  );
}

export function round(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}
