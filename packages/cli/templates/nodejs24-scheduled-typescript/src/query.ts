// Answers queries about the bot. It can read the bot's state, but not change it.
import { query, state } from "@botyard/sdk";
import type { Config } from "./config.js";

query.handler("/status", () => ({
  symbol: query.getConfig<Config>().symbol,
  runs: state.get("runs", 0),
}));

await query.run();
