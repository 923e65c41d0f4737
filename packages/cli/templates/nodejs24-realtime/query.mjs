// Answers questions about the bot. It sees the bot's state and changes nothing.
import { query, state } from "@botyard/sdk";

query.handler("/status", () => ({
  symbol: query.getConfig().symbol,
  beats: state.get("beats", 0),
}));

await query.run();
