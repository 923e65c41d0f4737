// Answers queries about the bot. It can read the bot's state, but not change it.
import { query, state } from "@botyard/sdk";

query.handler("/status", () => ({
  symbol: query.getConfig().symbol,
  beats: state.get("beats", 0),
}));

await query.run();
