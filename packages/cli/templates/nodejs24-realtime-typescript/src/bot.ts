// A realtime bot: it runs until the platform stops it.
import { setTimeout as pause } from "node:timers/promises";
import { input, log, metric, state } from "@botyard/sdk";
import type { Config } from "./config.js";

const { botId, config } = input.parse<Config>();
let beats = state.get("beats", 0);
log.info("started", { bot: botId, symbol: config.symbol });

while (true) {
  beats += 1;
  metric("beat", { symbol: config.symbol, count: beats });
  state.set("beats", beats);
  await pause(config.interval_seconds * 1000);
}
