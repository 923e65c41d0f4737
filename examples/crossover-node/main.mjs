// The crossover bot, one look per run: fetch, take every new close, store, emit.
import { error, input, metric, state, success } from "@botyard/sdk";
import { feedAddress, newestPrices, PriceFeedError } from "./feed.mjs";
import { catchUp, key, mostNewCloses, resume, toEmit } from "./record.mjs";
import { settingsOf } from "./strategy.mjs";

async function look() {
  const settings = settingsOf(input.parse().config);
  const stored = state.get(key);
  const remembered = resume(settings, stored);
  const { symbol, long_period } = settings;
  const prices = await newestPrices(feedAddress(), symbol, long_period + mostNewCloses);

  if (prices.length < long_period) {
    success(`too little history: ${prices.length} of ${long_period} closes`);
    return;
  }

  const { record, signals } = catchUp(settings, remembered, prices);
  state.set(key, record);
  const emitted = toEmit(settings, stored, prices);
  const fired = new Map(signals.map(({ date, ...signal }) => [date, signal]));
  for (const { date, price, sma } of emitted) {
    metric("price", price);
    metric("sma", sma);
    if (fired.has(date)) metric("signal", { ...fired.get(date), time: price.time });
  }

  const newest = emitted.at(-1);
  const last = signals.at(-1);
  const outcome = last ? `${last.type} on ${last.date}` : "no signal";
  success(`${symbol} on ${newest.date}: ${outcome}`, { ...newest, signals });
}

try {
  await look();
} catch (failure) {
  if (failure instanceof PriceFeedError) error(failure.message, { reason: failure.reason });
  error(failure.message);
}
