/**
 * The computations of the crossover bot, as pure functions: no clock, no network, no state.
 * They follow ../crossover.md exactly, so that bots in other languages compute the same numbers.
 *
 * @typedef {{ symbol: string, short_period: number, long_period: number, update_interval_ms: number }} Settings
 * @typedef {{ date: string, close: number, time: string }} Close
 * @typedef {{ symbol: string, value: number, change_pct: number, time: string }} Price
 * @typedef {{
 *   symbol: string, short_sma: number, long_sma: number, short_period: number, long_period: number, time: string,
 * }} Sma
 * @typedef {{ date: string, price: Price, sma: Sma }} Measured
 * @typedef {"above" | "below"} Side
 * @typedef {{ type: "BUY" | "SELL", symbol: string, price: number, confidence: number, reason: string }} Signal
 */

/** @type {Settings} */
const defaults = { symbol: "AAPL", short_period: 5, long_period: 20, update_interval_ms: 60_000 };

/**
 * Returns the config with the defaults of missing settings.
 *
 * @param {Partial<Settings>} config
 * @returns {Settings}
 */
export function settingsOf(config) {
  const settings = { ...defaults, ...config };
  const { short_period, long_period } = settings;
  if (short_period >= long_period) {
    throw new Error(`short_period must be less than long_period, got ${short_period} and ${long_period}`);
  }
  return settings;
}

/**
 * Returns the date, `price` and `sma` of the newest close, or undefined if there is too little history.
 *
 * @param {Settings} settings
 * @param {Close[]} prices oldest first
 * @returns {Measured | undefined}
 */
export function measure({ symbol, short_period, long_period }, prices) {
  if (prices.length < long_period) return undefined;
  const newest = prices.slice(-long_period);
  const closes = newest.map(({ close }) => close);
  const [previous, current] = closes.slice(-2);
  const { date, time } = newest.at(-1);
  return {
    date,
    price: {
      symbol,
      value: rounded(current, 2),
      change_pct: rounded(((current - previous) / previous) * 100, 3),
      time,
    },
    sma: {
      symbol,
      short_sma: average(closes.slice(-short_period)),
      long_sma: average(closes),
      short_period,
      long_period,
      time,
    },
  };
}

/**
 * Returns the side of the short average, above or below the long one, or `before` if they are equal.
 *
 * @param {Sma} sma
 * @param {Side | null} before
 * @returns {Side | null}
 */
export function sideOf({ short_sma, long_sma }, before) {
  if (short_sma === long_sma) return before;
  return short_sma > long_sma ? "above" : "below";
}

/**
 * Returns the signal of a close at which the short average crossed to `side`.
 *
 * @param {Measured} measured
 * @param {Side} side
 * @returns {Signal}
 */
export function signalOf({ price, sma }, side) {
  const gap = Math.abs(sma.short_sma - sma.long_sma);
  const onePercent = sma.long_sma / 100;
  return {
    type: side === "above" ? "BUY" : "SELL",
    symbol: price.symbol,
    price: price.value,
    confidence: rounded(Math.min(0.95, gap / (gap + onePercent)), 2),
    reason: `SMA(${sma.short_period}) crossed ${side} SMA(${sma.long_period})`,
  };
}

/** @param {number[]} closes */
function average(closes) {
  let total = 0;
  for (const close of closes) total += close;
  return rounded(total / closes.length, 4);
}

/**
 * Rounds the exact value of `x` to `digits` decimals, the middle away from zero.
 *
 * @param {number} x
 * @param {number} digits
 */
export function rounded(x, digits) {
  // toFixed uses the exact value; scaling x first would change it. Adding zero turns -0 into 0.
  return Number(x.toFixed(digits)) + 0;
}
