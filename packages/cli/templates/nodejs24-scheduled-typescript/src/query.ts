// Answers questions about the bot. It sees the bot's state and changes nothing.
import { query, state } from "@botyard/sdk";
import type { Config } from "./config.js";

query.handler("/status", () => ({
  symbol: query.getConfig<Config>().symbol,
  runs: state.get("runs", 0),
}));

await query.run();
