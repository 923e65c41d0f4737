// A realtime bot: it runs until the platform stops it.
import { input, log, metric, state, stop } from "@botyard/sdk";
import type { Config } from "./config.js";

const { botId, config } = input.parse<Config>();
let beats = state.get("beats", 0);
log.info("started", { bot: botId, symbol: config.symbol });

while (!stop.requested()) {
  beats += 1;
  metric("beat", { symbol: config.symbol, count: beats });
  state.set("beats", beats);
  await stop.wait(config.interval_seconds);
}
