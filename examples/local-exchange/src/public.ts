import { Refusal } from "./account.ts";
import { type Candle, candles, priceAt, quoteAt } from "./market.ts";
import { assets, fee, findPair, minimumCost, type Pair, pairs, volumeDecimals } from "./pairs.ts";

type Method = (query: URLSearchParams, now: number) => unknown;

/** The lengths of candles, in minutes. */
const intervals = [1, 5, 15, 30, 60, 240, 1440, 10_080, 21_600];

/** The most candles of one answer. */
const mostCandles = 720;

/** The methods below `/0/public/`, for which no key is needed. */
export const publicMethods: Record<string, Method> = {
  Time: (_, now) => ({ unixtime: Math.floor(now / 1000), rfc1123: new Date(now).toUTCString() }),

  SystemStatus: (_, now) => ({ status: "online", timestamp: new Date(now).toISOString() }),

  Assets: () =>
    Object.fromEntries(
      Object.entries(assets).map(([name, { altname, decimals }]) => [
        name,
        { aclass: "currency", altname, decimals, display_decimals: 5, status: "enabled" },
      ]),
    ),

  AssetPairs: (query) => Object.fromEntries(asked(query).map((pair) => [pair.name, pairInfo(pair)])),

  Ticker: (query, now) => Object.fromEntries(asked(query).map((pair) => [pair.name, ticker(pair, now)])),

  OHLC(query, now) {
    const pair = onePair(query);
    const minutes = Number(query.get("interval") ?? 1);
    if (!intervals.includes(minutes)) throw new Refusal("EGeneral:Invalid arguments:interval");
    const since = Number(query.get("since") ?? 0);
    const found = candles(pair, minutes, mostCandles, now);
    return {
      [pair.name]: found.filter(({ begin }) => begin > since).map((one) => candleRow(pair, one)),
      last: found.at(-2)!.begin,
    };
  },

  Depth(query, now) {
    const pair = onePair(query);
    const { ask, bid } = quoteAt(pair, now);
    const levels = Math.min(Math.max(Number(query.get("count") ?? 100) || 1, 1), 500);
    const side = (price: number, step: number) =>
      Array.from({ length: levels }, (_, at) => [
        (price * (1 + at * step)).toFixed(pair.priceDecimals),
        (1 + at).toFixed(3),
        Math.floor(now / 1000),
      ]);
    return { [pair.name]: { asks: side(ask, 0.0002), bids: side(bid, -0.0002) } };
  },
};

/** Returns the pairs that a request names, or all. */
function asked(query: URLSearchParams): readonly Pair[] {
  const names = query.get("pair");
  if (!names) return pairs;
  return names.split(",").map(known);
}

const onePair = (query: URLSearchParams): Pair => known(query.get("pair") ?? "");

function known(name: string): Pair {
  const pair = findPair(name);
  if (!pair) throw new Refusal("EQuery:Unknown asset pair");
  return pair;
}

function pairInfo({ altname, wsname, base, quote, priceDecimals, minimum }: Pair) {
  return {
    ...{ altname, wsname, aclass_base: "currency", base, aclass_quote: "currency", quote, lot: "unit" },
    ...{ pair_decimals: priceDecimals, cost_decimals: 4, lot_decimals: volumeDecimals, lot_multiplier: 1 },
    ...{ leverage_buy: [], leverage_sell: [], fees: [[0, fee * 100]], fees_maker: [[0, fee * 100]] },
    ...{ fee_volume_currency: "ZEUR", ordermin: `${minimum}`, costmin: `${minimumCost}` },
    ...{ tick_size: (10 ** -priceDecimals).toFixed(priceDecimals), status: "online" },
  };
}

function ticker(pair: Pair, now: number) {
  const text = (value: number) => value.toFixed(pair.priceDecimals);
  const { ask, bid } = quoteAt(pair, now);
  const [day] = candles(pair, 1440, 1, now);
  const both = (value: string | number) => [value, value];
  return {
    a: [text(ask), "1", "1.000"],
    b: [text(bid), "1", "1.000"],
    c: [text(priceAt(pair, now)), "0.10000000"],
    v: both(day!.volume.toFixed(volumeDecimals)),
    p: both(text(day!.average)),
    t: both(day!.trades),
    l: both(text(day!.low)),
    h: both(text(day!.high)),
    o: text(day!.open),
  };
}

function candleRow({ priceDecimals }: Pair, candle: Candle) {
  const { begin, open, high, low, close, average, volume, trades } = candle;
  const prices = [open, high, low, close, average].map((price) => price.toFixed(priceDecimals));
  return [begin, ...prices, volume.toFixed(volumeDecimals), trades];
}
