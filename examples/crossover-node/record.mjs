/**
 * The record that the crossover bot keeps between looks, and the answers to its queries, as pure functions.
 * The record is a JSON object under one state key; ../crossover.md describes its fields.
 *
 * @import { Close, Measured, Settings, Side, Signal } from "./strategy.mjs"
 * @typedef {{ date: string } & Signal} DatedSignal
 * @typedef {{
 *   format: 1, symbol: string, short_period: number, long_period: number,
 *   since: string | null, date: string | null, observations: number,
 *   price: number | null, change_pct: number | null,
 *   short_sma: number | null, long_sma: number | null, side: Side | null,
 *   buys: number, sells: number, signals: DatedSignal[],
 *   entry: { date: string, price: number } | null, trades: number, wins: number, equity: number,
 * }} CrossoverRecord
 */
import { measure, rounded, sideOf, signalOf } from "./strategy.mjs";

export const key = "crossover";
const keptSignals = 100;
/** The maximum number of new closes in one look. With more, the record begins afresh. */
export const mostNewCloses = 300;

/**
 * Returns the stored record, or a new one if there is none for these settings.
 *
 * @param {Settings} settings
 * @param {any} stored
 * @returns {CrossoverRecord}
 */
export function resume({ symbol, short_period, long_period }, stored) {
  if (stored !== null) {
    if (stored.format !== 1) {
      throw new Error(
        `the state key "${key}" does not contain a crossover record: delete it to begin afresh`,
      );
    }
    const same = stored.symbol === symbol && stored.short_period === short_period;
    if (same && stored.long_period === long_period) return stored;
  }
  return {
    format: 1,
    symbol,
    short_period,
    long_period,
    since: null,
    date: null,
    observations: 0,
    price: null,
    change_pct: null,
    short_sma: null,
    long_sma: null,
    side: null,
    buys: 0,
    sells: 0,
    signals: [],
    entry: null,
    trades: 0,
    wins: 0,
    equity: 1,
  };
}

/**
 * Returns the record after all closes that are new to it, in order, and their signals. The record begins afresh with
 * the newest close if the feed has begun a new lap or if there are too many new closes.
 *
 * @param {Settings} settings
 * @param {CrossoverRecord} record
 * @param {Close[]} prices oldest first, at least `long_period` of them
 * @returns {{ record: CrossoverRecord, signals: DatedSignal[] }}
 */
export function catchUp(settings, record, prices) {
  const last = record.date;
  let seen = last === null ? 0 : prices.filter(({ date }) => date <= last).length;
  if (last === null || prices.at(-1).date < last || seen < settings.long_period) {
    record = resume(settings, null);
    seen = prices.length - 1;
  }
  const signals = [];
  for (let end = seen + 1; end <= prices.length; end++) {
    const taken = take(record, measure(settings, prices.slice(0, end)));
    record = taken.record;
    if (taken.signal) signals.push(taken.signal);
  }
  return { record, signals };
}

/**
 * Returns what is measured at the closes later than the stored date, or at least at the newest.
 *
 * @param {Settings} settings
 * @param {CrossoverRecord | null} stored
 * @param {Close[]} prices oldest first
 * @returns {Measured[]}
 */
export function toEmit(settings, stored, prices) {
  const last = stored?.date ?? "";
  const old = prices.filter(({ date }) => date <= last).length;
  const first = Math.min(Math.max(old, settings.long_period - 1), prices.length - 1);
  return prices
    .slice(first)
    .flatMap((_, index) => measure(settings, prices.slice(0, first + index + 1)) ?? []);
}

/**
 * Returns the record after one more close, and the signal of this close, if any.
 *
 * @param {CrossoverRecord} record
 * @param {Measured} measured
 * @returns {{ record: CrossoverRecord, signal: DatedSignal | null }}
 */
export function take(record, measured) {
  const { date, price, sma } = measured;
  const before = record.side;
  const side = sideOf(sma, before);
  record = {
    ...record,
    since: record.since ?? date,
    date,
    observations: record.observations + 1,
    price: price.value,
    change_pct: price.change_pct,
    short_sma: sma.short_sma,
    long_sma: sma.long_sma,
    side,
  };
  if (before === null || side === null || side === before) return { record, signal: null };
  const signal = { date, ...signalOf(measured, side) };
  const signals = [...record.signals, signal].slice(-keptSignals);
  return { record: trade({ ...record, signals }, signal), signal };
}

/**
 * Returns the record after a paper trade of the signal: a BUY opens a trade, a SELL closes it.
 *
 * @param {CrossoverRecord} record
 * @param {DatedSignal} signal
 * @returns {CrossoverRecord}
 */
function trade(record, { date, type, price }) {
  const { entry } = record;
  if (type === "BUY") return { ...record, buys: record.buys + 1, entry: { date, price } };
  record = { ...record, sells: record.sells + 1, entry: null };
  if (entry === null) return record;
  return {
    ...record,
    trades: record.trades + 1,
    wins: record.wins + (price > entry.price ? 1 : 0),
    equity: record.equity * (price / entry.price),
  };
}

/**
 * Returns the answer to /status.
 *
 * @param {CrossoverRecord} record
 */
export function status(record) {
  const { symbol, short_period, long_period, since, date } = record;
  const { price, change_pct, short_sma, long_sma, side, observations, signals } = record;
  const last_signal = signals.at(-1) ?? null;
  return {
    symbol,
    short_period,
    long_period,
    since,
    date,
    price,
    change_pct,
    short_sma,
    long_sma,
    side,
    observations,
    last_signal,
  };
}

/**
 * Returns the answer to /signals: the newest `limit` signals, newest first.
 *
 * @param {CrossoverRecord} record
 * @param {number} limit
 */
export function signals(record, limit) {
  const newestFirst = record.signals.toReversed();
  return {
    signals: newestFirst.slice(0, Math.max(0, Math.min(limit, keptSignals))),
    total: record.buys + record.sells,
  };
}

/**
 * Returns the answer to /performance: the result of trading every signal.
 *
 * @param {CrossoverRecord} record
 */
export function performance({ symbol, buys, sells, trades, wins, equity, entry }) {
  return { symbol, buys, sells, trades, wins, return_pct: rounded((equity - 1) * 100, 3), entry };
}
