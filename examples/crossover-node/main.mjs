// The crossover bot, one look per run: fetch, take every new close, store, emit.
import { error, input, metric, state, success } from "@botyard/sdk";
import { feedAddress, newestPrices, PriceFeedError } from "./feed.mjs";
import { catchUp, key, mostNewCloses, resume } from "./record.mjs";
import { measure, settingsOf } from "./strategy.mjs";

async function look() {
  const settings = settingsOf(input.parse().config);
  const remembered = resume(settings, state.get(key));
  const { symbol, long_period } = settings;
  const prices = await newestPrices(feedAddress(), symbol, long_period + mostNewCloses);

  const newest = measure(settings, prices);
  if (!newest) {
    success(`too little history: ${prices.length} of ${long_period} closes`);
    return;
  }

  const { record, signals } = catchUp(settings, remembered, prices);
  state.set(key, record);
  metric("price", newest.price);
  metric("sma", newest.sma);
  for (const { date: _, ...signal } of signals) metric("signal", signal);

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
