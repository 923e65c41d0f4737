// The crossover bot, one look per run: fetch, measure, compare with what is remembered, store, emit.
import { error, input, metric, state, success } from "@botyard/sdk";
import { feedAddress, newestPrices, PriceFeedError } from "./feed.mjs";
import { key, remember, resume } from "./record.mjs";
import { measure, settingsOf } from "./strategy.mjs";

async function look() {
  const settings = settingsOf(input.parse().config);
  const remembered = resume(settings, state.get(key));
  const prices = await newestPrices(feedAddress(), settings.symbol, settings.long_period);

  const measured = measure(settings, prices);
  if (!measured) {
    success(`too little history: ${prices.length} of ${settings.long_period} closes`);
    return;
  }

  const { record, signal } = remember(remembered, measured);
  state.set(key, record);
  metric("price", measured.price);
  metric("sma", measured.sma);
  if (signal) metric("signal", signal);

  const outcome = signal?.type ?? "no signal";
  success(`${settings.symbol} on ${measured.date}: ${outcome}`, { ...measured, signal });
}

try {
  await look();
} catch (failure) {
  if (failure instanceof PriceFeedError) error(failure.message, { reason: failure.reason });
  error(failure.message);
}
