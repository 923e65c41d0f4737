// A scheduled bot: it runs once for every tick of its schedule, and reports a result.
import { input, log, metric, state, success } from "@botyard/sdk";
import type { Config } from "./config.js";

const { botId, config } = input.parse<Config>();
const runs = state.get("runs", 0) + 1;
log.info("running", { bot: botId, symbol: config.symbol });

metric("run", { symbol: config.symbol, count: runs });
state.set("runs", runs);
success(`looked at ${config.symbol}, run ${runs}`);
