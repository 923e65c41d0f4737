// A savings plan: buys for the same sum at every tick.
import { error, input, metric, state, success } from "@botyard/sdk";
import ccxt from "ccxt";

function connect({ exchange, url, api_key, api_secret }) {
  const urls = url && { api: { public: url, private: url } };
  return new ccxt[exchange]({ apiKey: api_key, secret: api_secret, ...(urls && { urls }) });
}

async function buy() {
  const { config } = input.parse();
  const { symbol, sum } = config;
  const exchange = connect(config);
  await exchange.loadMarkets();
  const { ask } = await exchange.fetchTicker(symbol);
  metric("price", { symbol, value: ask });
  const volume = Number(exchange.amountToPrecision(symbol, sum / ask));
  const { id } = await exchange.createOrder(symbol, "market", "buy", volume);
  const { average, amount, status } = await exchange.fetchOrder(id, symbol);
  const spent = amount * average;
  const before = state.get("plan", { orders: 0, amount: 0, spent: 0 });
  const plan = { orders: before.orders + 1, amount: before.amount + amount, spent: before.spent + spent };
  state.set("plan", plan);
  metric("order", { id, symbol, amount, average, status });
  metric("plan", { symbol, ...plan, average: plan.spent / plan.amount });
  success(`bought ${amount} ${symbol} at ${average}`, { id, amount, average });
}

try {
  await buy();
} catch (failure) {
  error(failure.message, { reason: failure.name });
}
